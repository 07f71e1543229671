import { randomUUID } from 'node:crypto';
import { sealedTokenContext } from '@cairn/contracts/events/users.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  AppError,
  ConflictError,
  InvalidInputError,
  UnauthenticatedError,
} from '@cairn/service-kit/errors.ts';
import type { Limiter } from '@cairn/service-kit/limiter.ts';
import { seal } from '@cairn/service-kit/seal.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import { insertDelivery } from '../deliveries/deliveries.store.ts';
import { countSuccess, type LimitName } from '../limits/limits.ts';
import { spendOnCode } from '../limits/sms-budget.ts';
import { endSmsAlerts } from '../memberships/memberships.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { listSuppressions } from '../suppressions/suppressions.store.ts';
import { CODE_SECONDS, hashPhoneCode, isSameHash, makePhoneCode } from './phone-code.ts';
import { type AllowedNumbers, parsePhoneNumber } from './phone-number.ts';
import {
  countPhoneCodeTry,
  deletePhone,
  deletePhoneCode,
  deletePhoneCodes,
  findPhone,
  type PhoneCodeTry,
  replacePhoneCode,
  upsertPhone,
} from './phones.store.ts';

export type PhonesOptions = {
  pool: Pool;
  limiter: Limiter<LimitName>;
  sealKey: Buffer;
  suppressionKey: Buffer;
  triesPerCode: number;
  allowedNumbers: AllowedNumbers;
};

export type Phones = ReturnType<typeof createPhones>;

export const STOPPED =
  'This number has asked us to stop. Send START from it to our number, then try again.';
const WRONG_CODE = 'That code is not right. Please check it and try again.';
const NO_CODE = 'That code is not valid any more. Please ask for a new one.';

/** A new phone number replaces the old one when its code is entered. */
export function createPhones(options: PhonesOptions) {
  const { pool, limiter, sealKey, suppressionKey, triesPerCode, allowedNumbers } = options;

  /** `addressKey` identifies the client's address, which limits its messages to all numbers together. */
  async function requestCode(userId: string, phone: string, addressKey: string): Promise<void> {
    const number = parsePhoneNumber(phone, allowedNumbers);
    const numberHash = hashAddress(number, suppressionKey);
    const suppressions = await listSuppressions(pool, 'sms', [numberHash]);
    if (suppressions.length > 0) throw new ConflictError(STOPPED);
    const claims = [
      { limit: 'sms-address' as const, key: addressKey },
      { limit: 'sms-number' as const, key: numberHash.toString('base64url') },
      { limit: 'phone-code-user' as const, key: userId },
    ];
    await countSuccess(limiter, claims, () =>
      spendOnCode(limiter, () => inTransaction(pool, (tx) => storeCode(tx, { userId, number }))),
    );
  }

  async function storeCode(
    tx: Transaction,
    subject: { userId: string; number: string },
  ): Promise<void> {
    const { userId, number } = subject;
    if (await isErased(tx, userId)) throw new UnauthenticatedError();
    const code = makePhoneCode();
    const expiresAt = await replacePhoneCode(tx, {
      ...subject,
      codeHash: hashPhoneCode(code, subject, sealKey),
      lifetimeSeconds: CODE_SECONDS,
    });
    await insertDelivery(tx, {
      eventId: randomUUID(),
      template: 'phone_code',
      channel: 'sms',
      userId,
      address: number,
      variables: {},
      sealedToken: seal(code, sealKey, sealedTokenContext({ userId, template: 'phone_code' })),
      expiresAt: expiresAt.toISOString(),
      traceparent: currentTraceparent(),
    });
  }

  /** Returns the confirmed number. Counts the try before it compares the code. */
  async function verify(userId: string, code: string): Promise<string> {
    const attempt = await countPhoneCodeTry(pool, userId);
    if (!attempt) throw new InvalidInputError(NO_CODE, { code: NO_CODE });
    if (attempt.tries > triesPerCode) throw tooManyTries(attempt, triesPerCode);
    const { number, codeHash: expected } = attempt;
    const given = hashPhoneCode(code.replaceAll(/[\s-]/g, ''), { userId, number }, sealKey);
    if (!isSameHash(given, expected)) throw new InvalidInputError(WRONG_CODE, { code: WRONG_CODE });
    await inTransaction(pool, async (tx) => {
      if (await isErased(tx, userId)) throw new UnauthenticatedError();
      if (await deletePhoneCode(tx, userId, expected)) return upsertPhone(tx, userId, number);
      // A concurrent call with the same code may have confirmed the number.
      if ((await findPhone(tx, userId)) !== number) throw new InvalidInputError(NO_CODE);
    });
    return number;
  }

  async function remove(userId: string): Promise<void> {
    await inTransaction(pool, async (tx) => {
      await deletePhone(tx, userId);
      await deletePhoneCodes(tx, userId);
      await endSmsAlerts(tx, userId);
    });
  }

  return { requestCode, verify, remove };
}

function tooManyTries({ secondsLeft }: PhoneCodeTry, tries: number): AppError {
  const seconds = String(Math.max(1, secondsLeft));
  return new AppError('Too many tries. Please ask for a new code.', {
    code: 'limited',
    status: 429,
    headers: {
      'retry-after': seconds,
      'ratelimit-limit': String(tries),
      'ratelimit-remaining': '0',
      'ratelimit-reset': seconds,
      'ratelimit-policy': `"phone-code-tries";q=${tries};w=${CODE_SECONDS}`,
      ratelimit: `"phone-code-tries";r=0;t=${seconds}`,
    },
  });
}
