import type { HuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type ClaimableHunt = {
  id: string;
  handle: string;
  title: string;
  status: HuntStatus;
  codeHmac: Buffer | null;
};

/** Null also for a draft. */
export async function findClaimableHunt(
  db: Database,
  handle: string,
): Promise<ClaimableHunt | null> {
  const { rows } = await db.query<ClaimableHunt>({
    name: 'claims-hunt',
    text: `SELECT h.id, h.handle, h.title, h.status, c.code_hmac AS "codeHmac"
           FROM hunts h LEFT JOIN treasure_codes c ON c.hunt_id = h.id
           WHERE h.handle = $1 AND h.status <> 'draft'`,
    values: [handle],
  });
  return rows[0] ?? null;
}

export type ClaimOutcome = { id: string; state: StaffClaim['state'] };

/** The state of the claim with this secret and this code, if any. */
export async function findClaimBySecret(
  db: Database,
  claim: { huntId: string; secretHmac: Buffer; codeHmac: Buffer },
): Promise<ClaimOutcome | null> {
  const { rows } = await db.query<ClaimOutcome>({
    name: 'claims-by-secret',
    text: `SELECT id, state FROM claims
           WHERE hunt_id = $1 AND secret_hmac = $2 AND code_hmac = $3
           ORDER BY created_at DESC LIMIT 1`,
    values: [claim.huntId, claim.secretHmac, claim.codeHmac],
  });
  return rows[0] ?? null;
}

/**
 * Decides who wins: the hunt must be active and its current code must match. Freezes the prize. Null
 * for every claim but the first.
 */
export async function completeHunt(
  tx: Transaction,
  { huntId, codeHmac }: { huntId: string; codeHmac: Buffer },
): Promise<Date | null> {
  const { rows } = await tx.query<{ completed_at: Date }>({
    name: 'claims-complete-hunt',
    text: `UPDATE hunts SET status = 'complete', completed_at = now(), frozen_bonus_cents = (
             SELECT coalesce(sum(bonus_cents), 0) FROM memberships
             WHERE hunt_id = $1 AND status = 'completed')
           WHERE id = $1 AND status = 'active' AND EXISTS
             (SELECT FROM treasure_codes WHERE hunt_id = $1 AND code_hmac = $2)
           RETURNING completed_at`,
    values: [huntId, codeHmac],
  });
  return rows[0]?.completed_at ?? null;
}

/** Requires `completeHunt` before, which freezes the bonus. */
export async function insertClaim(
  tx: Transaction,
  claim: { huntId: string; secretHmac: Buffer; codeHmac: Buffer },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'claims-insert',
    text: `INSERT INTO claims (hunt_id, secret_hmac, code_hmac, frozen_prize_cents)
           SELECT id, $2, $3, base_value_cents + frozen_bonus_cents FROM hunts WHERE id = $1
           RETURNING id`,
    values: [claim.huntId, claim.secretHmac, claim.codeHmac],
  });
  const [row] = rows;
  if (!row) throw new Error('an INSERT returned no row');
  return row.id;
}

export type ClaimRow = {
  id: string;
  hunt_id: string;
  handle: string;
  hunt_title: string;
  state: StaffClaim['state'];
  created_at: Date;
  decided_at: Date | null;
  note: string | null;
  /** bigint: text in JavaScript. */
  frozen_prize_cents: string;
};

const CLAIM_COLUMNS = `c.id, c.hunt_id, h.handle, h.title AS hunt_title, c.state, c.created_at,
  c.decided_at, c.note, coalesce(c.frozen_prize_cents,
    h.base_value_cents + coalesce(h.frozen_bonus_cents, 0)) AS frozen_prize_cents`;

/** Locks the claim until the transaction ends. The id may be any text. */
export async function lockClaim(
  tx: Transaction,
  id: string,
): Promise<(ClaimRow & { secret_hmac: Buffer }) | null> {
  const { rows } = await tx.query({
    name: 'claims-lock',
    text: `SELECT ${CLAIM_COLUMNS}, c.secret_hmac FROM claims c JOIN hunts h ON h.id = c.hunt_id
           WHERE c.id::text = $1 FOR NO KEY UPDATE`,
    values: [id],
  });
  return rows[0] ?? null;
}

export async function decideClaim(
  tx: Transaction,
  { id, state, note }: { id: string; state: 'verified' | 'rejected'; note: string },
): Promise<Date> {
  const { rows } = await tx.query<{ decided_at: Date }>({
    name: 'claims-decide',
    text: `UPDATE claims SET state = $2, note = nullif($3, ''), decided_at = now()
           WHERE id = $1 RETURNING decided_at`,
    values: [id, state, note],
  });
  const [row] = rows;
  if (!row) throw new Error(`no claim ${id}`);
  return row.decided_at;
}

/** Makes the hunt active again and unfreezes its prize. */
export async function reopenHunt(tx: Transaction, huntId: string): Promise<void> {
  await tx.query({
    name: 'claims-reopen-hunt',
    text: `UPDATE hunts SET status = 'active', completed_at = NULL, frozen_bonus_cents = NULL
           WHERE id = $1`,
    values: [huntId],
  });
}

export async function listClaims(
  db: Database,
  { page, limit, state }: { page: number; limit: number; state: StaffClaim['state'] | '' },
): Promise<ClaimRow[]> {
  const { rows } = await db.query<ClaimRow>({
    name: 'claims-list',
    text: `SELECT ${CLAIM_COLUMNS} FROM claims c JOIN hunts h ON h.id = c.hunt_id
           WHERE $3 = '' OR c.state = $3
           ORDER BY c.created_at DESC, c.id DESC LIMIT $1 OFFSET $2`,
    values: [limit, (page - 1) * limit, state],
  });
  return rows;
}

export async function countClaims(db: Database, state: StaffClaim['state'] | ''): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'claims-count',
    text: `SELECT count(*)::int AS total FROM claims WHERE $1 = '' OR state = $1`,
    values: [state],
  });
  return rows[0]?.total ?? 0;
}
