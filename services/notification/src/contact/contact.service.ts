import { isErased } from '@cairn/events/erased-users.store.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import { insertDelivery } from '../deliveries/deliveries.store.ts';
import { countSuccess, type LimitName } from '../limits/limits.ts';
import { findUserByVerifiedEmail } from '../recipients/recipients.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { insertContactMessage, type NewContactMessage } from './contact.store.ts';

export type ContactOptions = {
  pool: Pool;
  limiter: Limiter<LimitName>;
  staffEmails: readonly string[];
  suppressionKey: Buffer;
};

export type Contact = ReturnType<typeof createContact>;

/**
 * Stores a contact message, sends it to staff and confirms it to the writer: a copy to a verified
 * account, an acknowledgement without the typed text to any other address (P-3.8). Confirmations to
 * one mailbox are limited; messages to staff are not. `addressKey` identifies the client's address.
 */
export function createContact({ pool, limiter, staffEmails, suppressionKey }: ContactOptions) {
  async function receive(message: NewContactMessage, addressKey: string): Promise<void> {
    const claims = [{ limit: 'contact-address' as const, key: addressKey }];
    await countSuccess(limiter, claims, () => storeAndConfirm(message)).catch(toPublicLimitError);
  }

  async function storeAndConfirm(message: NewContactMessage): Promise<void> {
    const confirmation = await reserveConfirmation(message.email);
    try {
      await inTransaction(pool, (tx) => store(tx, message, confirmation !== null));
    } catch (error) {
      await confirmation?.release();
      throw error;
    }
  }

  async function reserveConfirmation(email: string): Promise<Reservation | null> {
    const key = hashAddress(email, suppressionKey).toString('base64url');
    try {
      return await limiter.reserve({ limit: 'contact-mailbox', key });
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return null;
      throw error;
    }
  }

  async function store(tx: Transaction, message: NewContactMessage, isConfirmed: boolean) {
    const id = await insertContactMessage(tx, message);
    // The worker reads the message by its id: the ledger holds no personal text.
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
    if (!isConfirmed) return;
    const account = await findVerifiedUser(tx, message.email);
    if (account) {
      await insertDelivery(tx, {
        ...mail,
        template: 'contact_copy',
        userId: account,
        address: null,
      });
    } else {
      const address = message.email;
      await insertDelivery(tx, { ...mail, template: 'contact_acknowledgement', address });
    }
  }

  async function findVerifiedUser(tx: Transaction, email: string): Promise<string | null> {
    const userId = await findUserByVerifiedEmail(tx, email);
    return userId && !(await isErased(tx, userId)) ? userId : null;
  }

  return { receive };
}

function toPublicLimitError(error: unknown): never {
  if (!(error instanceof AppError) || error.status !== 429) throw error;
  const { code, status, headers = {} } = error;
  const minutes = Math.ceil(Number(headers['retry-after']) / 60);
  throw new AppError(`Rate limit reached. Please try again in ${minutes} minutes.`, {
    code,
    status,
    headers,
  });
}
