import type { HuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { ClaimFilter, StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { ListPage } from '@cairn/service-kit/keyset.ts';

export type ClaimableHunt = {
  id: string;
  handle: string;
  title: string;
  status: HuntStatus;
  codeHmac: Buffer | null;
};

const FIND_CLAIMABLE_HUNT = statement(
  'catalog.findClaimableHunt',
  `SELECT h.id, h.handle, h.title, h.status, c.code_hmac AS "codeHmac"
   FROM hunts h LEFT JOIN treasure_codes c ON c.hunt_id = h.id
   WHERE h.handle = $1 AND h.status <> 'draft'`,
);

/** Null also for a draft. */
export async function findClaimableHunt(
  db: Database,
  handle: string,
): Promise<ClaimableHunt | null> {
  return FIND_CLAIMABLE_HUNT.first(db, [handle]);
}

export type ClaimOutcome = { id: string; state: StaffClaim['state'] };

const FIND_CLAIM_BY_SECRET = statement(
  'catalog.findClaimBySecret',
  `SELECT id, state FROM claims
   WHERE hunt_id = $1 AND secret_hmac = $2 AND code_hmac = $3
   ORDER BY created_at DESC LIMIT 1`,
);

/** The state of the claim with this secret and this code, if any. */
export async function findClaimBySecret(
  db: Database,
  claim: { huntId: string; secretHmac: Buffer; codeHmac: Buffer },
): Promise<ClaimOutcome | null> {
  return FIND_CLAIM_BY_SECRET.first(db, [claim.huntId, claim.secretHmac, claim.codeHmac]);
}

const INSERT_CLAIM = statement(
  'catalog.insertClaim',
  `INSERT INTO claims (hunt_id, secret_hmac, code_hmac, frozen_prize_cents)
   SELECT id, $2, $3, base_value_cents + frozen_bonus_cents FROM hunts WHERE id = $1
   RETURNING id`,
);

/** Requires `completeHunt` before, which freezes the bonus. */
export async function insertClaim(
  tx: Transaction,
  claim: { huntId: string; secretHmac: Buffer; codeHmac: Buffer },
): Promise<string> {
  const row = await INSERT_CLAIM.one(tx, [claim.huntId, claim.secretHmac, claim.codeHmac]);
  return row.id;
}

export type ClaimRow = {
  id: string;
  huntId: string;
  handle: string;
  huntTitle: string;
  state: StaffClaim['state'];
  createdAt: Date;
  decidedAt: Date | null;
  note: string | null;
  /** bigint: text in JavaScript. */
  frozenPrizeCents: string;
};

const CLAIM_COLUMNS = `c.id, c.hunt_id AS "huntId", h.handle, h.title AS "huntTitle", c.state,
  c.created_at AS "createdAt", c.decided_at AS "decidedAt", c.note, coalesce(c.frozen_prize_cents,
    h.base_value_cents + coalesce(h.frozen_bonus_cents, 0)) AS "frozenPrizeCents!"`;

const LOCK_CLAIM = statement(
  'catalog.lockClaim',
  `SELECT ${CLAIM_COLUMNS}, c.secret_hmac AS "secretHmac" FROM claims c JOIN hunts h ON h.id = c.hunt_id
   WHERE c.id::text = $1 FOR NO KEY UPDATE`,
);

/** Locks the claim until the transaction ends. The id may be any text. */
export async function lockClaim(
  tx: Transaction,
  id: string,
): Promise<(ClaimRow & { secretHmac: Buffer }) | null> {
  return LOCK_CLAIM.first(tx, [id]);
}

const DECIDE_CLAIM = statement(
  'catalog.decideClaim',
  `UPDATE claims SET state = $2, note = nullif($3, ''), decided_at = now()
   WHERE id = $1 RETURNING decided_at AS "decidedAt!"`,
);

export async function decideClaim(
  tx: Transaction,
  { id, state, note }: { id: string; state: 'verified' | 'rejected'; note: string },
): Promise<Date> {
  const row = await DECIDE_CLAIM.one(tx, [id, state, note]);
  return row.decidedAt;
}

const MATCHES = `($1 = '' OR c.state = $1) AND ($2 = '' OR c.hunt_id::text = $2)
  AND ($3 = '' OR c.id::text = $3)`;

const listRows = (sign: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT ${CLAIM_COLUMNS} FROM claims c JOIN hunts h ON h.id = c.hunt_id
   WHERE ${MATCHES} AND ($4?::uuid IS NULL OR (c.created_at, c.id) ${sign}
     ((SELECT created_at FROM claims WHERE id = $4), $4))
   ORDER BY c.created_at ${order}, c.id ${order} LIMIT $5 OFFSET $6`;

const LIST_DESCENDING = statement('catalog.listClaims', listRows('<', 'DESC'), { isNamed: false });
const LIST_ASCENDING = statement('catalog.listClaimsAscending', listRows('>', 'ASC'), {
  isNamed: false,
});

export async function listClaims(
  db: Database,
  { state, hunt, search }: ClaimFilter,
  { edgeId, isAscending, limit, offset }: ListPage,
): Promise<ClaimRow[]> {
  const list = isAscending ? LIST_ASCENDING : LIST_DESCENDING;
  return list.all(db, [state, hunt, search, edgeId, limit, offset]);
}

const COUNT_CLAIMS = statement(
  'catalog.countClaims',
  `SELECT count(*)::int AS total FROM (SELECT FROM claims c WHERE ${MATCHES} LIMIT $4?) found`,
  { isNamed: false },
);

/** Counts up to `max` rows; all without it. */
export async function countClaims(
  db: Database,
  { state, hunt, search }: ClaimFilter,
  max: number | null,
): Promise<number> {
  const { total } = await COUNT_CLAIMS.one(db, [state, hunt, search, max]);
  return total;
}
