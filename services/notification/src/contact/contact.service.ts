import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import { insertDelivery } from '../deliveries/deliveries.store.ts';
import { countSuccess } from '../limits/counted.ts';
import type { LimitName } from '../limits/limits.ts';
import { hashAddress } from '../suppressions/address-hash.ts';
import { insertContactMessage, type NewContactMessage } from './contact.store.ts';

export type ContactOptions = {
  pool: Pool;
  limiter: Limiter<LimitName>;
  staffEmails: readonly string[];
  suppressionKey: Buffer;
};

export type Contact = ReturnType<typeof createContact>;

/**
 * Keeps what people write, sends it to staff and a copy back. `addressKey` is of whoever writes.
 * A mailbox gets so many copies and no more, since nobody knows yet whose it is; staff get them all.
 */
export function createContact({ pool, limiter, staffEmails, suppressionKey }: ContactOptions) {
  async function receive(message: NewContactMessage, addressKey: string): Promise<void> {
    const claims = [{ limit: 'contact-address' as const, key: addressKey }];
    await countSuccess(limiter, claims, () => keepAndCopy(message)).catch(inWordsOfThePage);
  }

  async function keepAndCopy(message: NewContactMessage): Promise<void> {
    const copy = await reserveCopy(message.email);
    try {
      await inTransaction(pool, (tx) => keep(tx, message, copy !== null));
    } catch (error) {
      await copy?.giveBack();
      throw error;
    }
  }

  async function reserveCopy(email: string): Promise<Reservation | null> {
    const key = hashAddress(email, suppressionKey).toString('base64url');
    try {
      return await limiter.reserve({ limit: 'contact-mailbox', key });
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return null;
      throw error;
    }
  }

  async function keep(tx: Transaction, message: NewContactMessage, hasCopy: boolean) {
    const id = await insertContactMessage(tx, message);
    // The worker reads the message by its id: the ledger holds no text of people.
    const mail = {
      eventId: id,
      userId: null,
      variables: { contactMessageId: id },
      sealedToken: null,
      expiresAt: null,
      traceparent: currentTraceparent(),
    };
    for (const [ordinal, address] of staffEmails.entries()) {
      await insertDelivery(tx, { ...mail, template: 'contact_staff', address, ordinal });
    }
    if (!hasCopy) return;
    await insertDelivery(tx, { ...mail, template: 'contact_copy', address: message.email });
  }

  return { receive };
}

function inWordsOfThePage(error: unknown): never {
  if (!(error instanceof AppError) || error.status !== 429) throw error;
  const { code, status, headers = {} } = error;
  const minutes = Math.ceil(Number(headers['retry-after']) / 60);
  throw new AppError(`Rate limit reached. Please try again in ${minutes} minutes.`, {
    code,
    status,
    headers,
  });
}
