import { stashUnlocked } from '@cairn/contracts/events/hunts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Limiter } from '@cairn/service-kit/limiter.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { insertAttempt } from '../attempts/attempts.store.ts';
import type { Caller } from '../attempts/caller.ts';
import { hashCode } from '../codes/code.ts';
import { type CodeKeys, unsealPhrase } from '../codes/codes.service.ts';
import { type CodeLimit, reserveWrongCode } from '../limits/limits.ts';
import { findStashByCode } from './stash.store.ts';

export type StashDependencies = {
  pool: Pool;
  publish: PublishEvent;
  limiter: Limiter<CodeLimit>;
  logger: Logger;
  keys: CodeKeys & { ATTEMPT_KEY: Buffer };
};

const LAST_TRY = "You've reached your limit. Please try again in 60 seconds.";

/** Returns the phrase. Throws 422 for a wrong code, 429 after the last try of the window. */
export async function openStash(
  { pool, publish, limiter, logger, keys }: StashDependencies,
  code: string,
  { addressKey, addressHash }: Caller,
): Promise<string> {
  const tries = await limiter.reserve({ limit: 'stash-code-address', key: addressKey });
  const budget = await reserveWrongCode(limiter, { subject: 'stash', addressKey });
  const stash = await inTransaction(pool, async (tx) => {
    const found = await findStashByCode(tx, hashCode(code, keys.CODE_HMAC_KEY));
    const huntId = found?.huntId ?? null;
    await insertAttempt(tx, { kind: 'stash', huntId, addressHash, isRight: found !== null });
    if (found) {
      const { handle, title } = found;
      const unlockedAt = new Date().toISOString();
      await publish(tx, stashUnlocked, { huntId: found.huntId, handle, title, unlockedAt });
    }
    return found;
  });
  if (!stash) {
    logger.info('stash.code_incorrect');
    const remaining = Math.min(tries.remaining, budget.remaining);
    const text = remaining > 0 ? `Incorrect code. ${remaining} attempts remaining.` : LAST_TRY;
    throw new AppError(text, { code: 'wrong_code', status: 422 });
  }
  await budget.release();
  logger.info({ huntId: stash.huntId }, 'stash.opened');
  return unsealPhrase(stash, keys);
}
