import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { huntCompleted } from '@cairn/contracts/events/hunts.ts';
import type { HuntStatus } from '@cairn/contracts/http/hunts.ts';
import { ALREADY_COMPLETE, CALLED_OFF, NOT_ACCEPTED } from '@cairn/contracts/refusal-texts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { AppError, ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { insertAttempt } from '../attempts/attempts.store.ts';
import type { Caller } from '../attempts/caller.ts';
import { hashCode } from '../codes/code.ts';
import { completeHunt, lockHunt } from '../hunts/hunts.store.ts';
import { type CodeLimit, reserveWrongCode } from '../limits/limits.ts';
import { publishChangedProduct } from '../products/products.service.ts';
import { insertClaimPurchases } from './claim-prizes.store.ts';
import {
  type ClaimableHunt,
  type ClaimOutcome,
  findClaimableHunt,
  findClaimBySecret,
  insertClaim,
} from './claims.store.ts';

export type ClaimDependencies = {
  pool: Pool;
  publish: PublishEvent;
  limiter: Limiter<CodeLimit>;
  logger: Logger;
  codeKey: Buffer;
  /** For the metric of outcomes. */
  onOutcome(outcome: 'won' | 'repeated' | 'wrong' | 'closed' | 'not_accepted'): void;
};

export type ClaimAccepted = { claimId: string; claimSecret: string; message: string };

const FOUND =
  'That is the code: you found the treasure! Keep the claim id and the secret. Staff will meet you with them within a few days.';

/** With a prefix, so that the HMAC of a secret never equals that of a code. */
export function hashSecret(secret: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`claim-secret:${secret}`).digest();
}

const CLOSED: Partial<Record<HuntStatus, string>> = {
  upcoming: 'This hunt has not started yet',
  cancelled: CALLED_OFF,
};

type ClaimAttempt = { hunt: ClaimableHunt; secret: string; secretHmac: Buffer; codeHmac: Buffer };

export type ClaimService = ReturnType<typeof createClaimService>;

export function createClaimService(dependencies: ClaimDependencies) {
  const { pool, limiter, logger, codeKey, onOutcome } = dependencies;

  /** Throws 404, 409 (not open, or this very claim was rejected), 422 (wrong code), 429. */
  async function claimTreasure(
    handle: string,
    entered: { code: string; claimKey?: string | undefined },
    caller: Caller,
  ): Promise<ClaimAccepted> {
    const hunt = await findClaimableHunt(pool, handle);
    if (!hunt) throw new NotFoundError('This hunt does not exist.');
    const secret = entered.claimKey ?? randomBytes(32).toString('hex');
    const attempt: ClaimAttempt = {
      hunt,
      secret,
      secretHmac: hashSecret(secret, codeKey),
      codeHmac: hashCode(entered.code, codeKey),
    };
    // A repeat after a lost response is not limited.
    const known = await findClaim(attempt);
    if (known) return repeat(known, secret);
    const reserved = await reserveAttempt(hunt, caller);
    return checkCode(attempt, caller, reserved);
  }

  /** Returns the reservation in the budget of wrong codes, which applies to active hunts only. */
  async function reserveAttempt(
    hunt: ClaimableHunt,
    { addressKey }: Caller,
  ): Promise<Reservation | null> {
    // The limit per minute first, so that a call it refuses does not use up the daily limit.
    await limiter.reserve({ limit: 'treasure-code-address', key: addressKey });
    const reserved =
      hunt.status === 'active'
        ? await reserveWrongCode(limiter, { subject: hunt.id, addressKey })
        : null;
    await limiter.reserve({
      limit: 'treasure-code-hunt-address',
      key: `${hunt.id}:${addressKey}`,
    });
    return reserved;
  }

  async function checkCode(
    attempt: ClaimAttempt,
    { addressHash }: Caller,
    reserved: Reservation | null,
  ): Promise<ClaimAccepted> {
    const { hunt, secret } = attempt;
    const isRight = hunt.codeHmac !== null && timingSafeEqual(hunt.codeHmac, attempt.codeHmac);
    const claimId = await inTransaction(pool, async (tx) => {
      await insertAttempt(tx, { kind: 'treasure', huntId: hunt.id, addressHash, isRight });
      return isRight && hunt.status === 'active' ? win(tx, dependencies, attempt) : null;
    });
    if (isRight) await reserved?.release();
    if (claimId) {
      onOutcome('won');
      logger.info({ huntId: hunt.id, claimId }, 'claim.won');
      return { claimId, claimSecret: secret, message: FOUND };
    }
    // A concurrent request with the same key may have won.
    const known = await findClaim(attempt);
    if (known) return repeat(known, secret);
    if (hunt.status === 'active' && !isRight) {
      onOutcome('wrong');
      logger.info({ huntId: hunt.id }, 'claim.code_incorrect');
      throw new AppError('Incorrect code', { code: 'wrong_code', status: 422 });
    }
    onOutcome('closed');
    throw new ConflictError(CLOSED[hunt.status] ?? ALREADY_COMPLETE);
  }

  function findClaim({ hunt, secretHmac, codeHmac }: ClaimAttempt): Promise<ClaimOutcome | null> {
    return findClaimBySecret(pool, { huntId: hunt.id, secretHmac, codeHmac });
  }

  function repeat({ id, state }: ClaimOutcome, claimSecret: string): ClaimAccepted {
    if (state === 'rejected') {
      onOutcome('not_accepted');
      throw new ConflictError(NOT_ACCEPTED);
    }
    onOutcome('repeated');
    return { claimId: id, claimSecret, message: FOUND };
  }

  return { claimTreasure };
}

/** Returns the id of the claim; null if another claim was first. */
async function win(
  tx: Transaction,
  { publish }: Pick<ClaimDependencies, 'publish'>,
  { hunt, secretHmac, codeHmac }: ClaimAttempt,
): Promise<string | null> {
  // Locked before the prize is summed, so that a purchase that is being applied is included.
  await lockHunt(tx, hunt.id);
  const completedAt = await completeHunt(tx, { huntId: hunt.id, codeHmac });
  if (!completedAt) return null;
  const claimId = await insertClaim(tx, { huntId: hunt.id, secretHmac, codeHmac });
  await insertClaimPurchases(tx, { claimId, huntId: hunt.id });
  await publish(tx, huntCompleted, {
    huntId: hunt.id,
    handle: hunt.handle,
    title: hunt.title,
    claimId,
    completedAt: completedAt.toISOString(),
  });
  await publishChangedProduct(tx, publish, hunt.id);
  return claimId;
}
