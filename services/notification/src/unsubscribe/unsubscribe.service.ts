import { isErased } from '@cairn/events/erased-users.store.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { insertSuppression } from '../suppressions/suppressions.store.ts';
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-token.ts';

export type Unsubscribe = ReturnType<typeof createUnsubscribe>;

export const INVALID_LINK = 'This link is not valid.';

/** Suppresses bulk mail to one address. Mail about the recipient's account is still sent. */
export function createUnsubscribe(options: { pool: Pool; key: Buffer; logger: Logger }) {
  const { pool, key, logger } = options;

  /** Throws 400 for an invalid token. */
  function check(token: string): Unsubscription {
    const unsubscription = readUnsubscribeToken(token, key);
    if (!unsubscription) throw new InvalidInputError(INVALID_LINK);
    return unsubscription;
  }

  async function unsubscribe(token: string): Promise<void> {
    const { addressHash, userId } = check(token);
    const isNew = await inTransaction(pool, async (tx) => {
      const isUserErased = userId !== null && (await isErased(tx, userId));
      return insertSuppression(tx, {
        addressHash,
        channel: 'email',
        cause: 'unsubscribe',
        userId: isUserErased ? null : userId,
      });
    });
    if (isNew) logger.info({ userId }, 'recipient.unsubscribed');
  }

  return { check, unsubscribe };
}
