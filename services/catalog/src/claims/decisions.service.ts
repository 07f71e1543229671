import { timingSafeEqual } from 'node:crypto';
import { claimRejected, claimVerified } from '@cairn/contracts/events/hunts.ts';
import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import { deleteSealedFields } from '@cairn/events/idempotency.store.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { AppError, ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { generateCode } from '../codes/code.ts';
import { type CodeKeys, insertCommittedCode } from '../codes/codes.service.ts';
import { endTreasureCode, revealTreasureCode } from '../codes/codes.store.ts';
import { reopenHunt } from '../hunts/hunts.store.ts';
import { publishChangedProduct } from '../products/products.service.ts';
import { fixReversedPurchases } from './claim-prizes.store.ts';
import { presentClaims } from './claims.presenter.ts';
import { hashSecret } from './claims.service.ts';
import { type ClaimRow, decideClaim, lockClaim } from './claims.store.ts';

export type Decision = {
  claimId: string;
  adminId: string;
  /** Empty if no claimant showed it: then the claim can only be rejected. */
  claimSecret: string;
  outcome: 'verified' | 'rejected';
  note: string;
};

type Dependencies = { publish: PublishEvent; keys: CodeKeys };

/**
 * The outcome of the physical check. Verified: salt and code are revealed. Rejected: the hunt is
 * active again under a new code, which is in this answer only.
 */
export async function decideOnClaim(
  { publish, keys }: Dependencies,
  tx: Transaction,
  decision: Decision,
): Promise<StaffClaim> {
  const claim = await lockClaim(tx, decision.claimId);
  if (!claim) throw new NotFoundError('This claim does not exist.');
  if (claim.state !== 'open') throw new ConflictError('This claim has been decided already');
  checkSecret(claim, decision, keys);
  const { outcome: state, note } = decision;
  // Later refunds and disputes do not change what is paid out.
  await fixReversedPurchases(tx, claim.id);
  // A code that was generated before is published now, or replaced.
  await deleteSealedFields(tx, claim.huntId);
  const decidedAt = await decideClaim(tx, { id: claim.id, state, note });
  const code =
    state === 'verified'
      ? await verify(tx, publish, { ...claim, decidedAt })
      : await reject(tx, publish, { ...claim, decidedAt }, keys);
  await recordStaffAct(tx, publish, {
    adminId: decision.adminId,
    action: state === 'verified' ? 'claim_verify' : 'claim_reject',
    subjectType: 'claim',
    subjectId: claim.id,
    before: { state: 'open' },
    after: { state, huntId: claim.huntId },
  });
  const row = { ...claim, state, note: note || null, decidedAt };
  const [presented] = await presentClaims(tx, [row]);
  if (!presented) throw new Error(`claim ${claim.id} is not presented`);
  return { ...presented, ...(code ? { treasure_code: code } : {}) };
}

function checkSecret(
  claim: { secretHmac: Buffer },
  { claimSecret, outcome }: Decision,
  keys: CodeKeys,
): void {
  if (claimSecret === '' && outcome === 'rejected') return;
  // Staff may type it from a printed card, with spaces and capitals.
  const secret = claimSecret.replace(/\s/g, '').toLowerCase();
  if (timingSafeEqual(hashSecret(secret, keys.CODE_HMAC_KEY), claim.secretHmac)) return;
  throw new AppError('The secret does not match', { code: 'wrong_secret', status: 422 });
}

type DecidedRow = ClaimRow & { decidedAt: Date };

async function verify(tx: Transaction, publish: PublishEvent, claim: DecidedRow): Promise<null> {
  await revealTreasureCode(tx, claim.huntId);
  await publish(tx, claimVerified, {
    ...subjectOf(claim),
    verifiedAt: claim.decidedAt.toISOString(),
  });
  return null;
}

async function reject(
  tx: Transaction,
  publish: PublishEvent,
  claim: DecidedRow,
  keys: CodeKeys,
): Promise<string> {
  const code = generateCode();
  await endTreasureCode(tx, { huntId: claim.huntId, claimId: claim.id });
  await insertCommittedCode(tx, keys, { huntId: claim.huntId, code });
  await reopenHunt(tx, claim.huntId);
  await publish(tx, claimRejected, {
    ...subjectOf(claim),
    rejectedAt: claim.decidedAt.toISOString(),
  });
  await publishChangedProduct(tx, publish, claim.huntId);
  return code;
}

function subjectOf(claim: ClaimRow) {
  const { huntId, handle, huntTitle: title, id: claimId } = claim;
  return { huntId, handle, title, claimId };
}
