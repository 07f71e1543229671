import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const FIND_PHONE = statement(
  'notification.findPhone',
  'SELECT number FROM phones WHERE user_id = $1',
);

/** The confirmed number. */
export async function findPhone(db: Database, userId: string): Promise<string | null> {
  const row = await FIND_PHONE.first(db, [userId]);
  return row?.number ?? null;
}

const LOCK_PHONE = statement(
  'notification.lockPhone',
  'SELECT number FROM phones WHERE user_id = $1 FOR SHARE',
);

/** As `findPhone`, and locks the number until the transaction ends. */
export async function lockPhone(tx: Transaction, userId: string): Promise<string | null> {
  const row = await LOCK_PHONE.first(tx, [userId]);
  return row?.number ?? null;
}

const UPSERT_PHONE = statement(
  'notification.upsertPhone',
  `INSERT INTO phones (user_id, number) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET number = excluded.number, verified_at = now()
   WHERE phones.number <> excluded.number`,
);

export async function upsertPhone(tx: Transaction, userId: string, number: string): Promise<void> {
  await UPSERT_PHONE.execute(tx, [userId, number]);
}

const DELETE_PHONE = statement(
  'notification.deletePhone',
  'DELETE FROM phones WHERE user_id = $1 RETURNING number',
);

export async function deletePhone(tx: Transaction, userId: string): Promise<string | null> {
  const row = await DELETE_PHONE.first(tx, [userId]);
  return row?.number ?? null;
}

const LIST_USERS_OF_PHONE = statement(
  'notification.listUsersOfPhone',
  'SELECT user_id AS "userId" FROM phones WHERE number = $1',
);

/** Several users may share a phone. */
export async function listUsersOfPhone(db: Database, number: string): Promise<string[]> {
  const rows = await LIST_USERS_OF_PHONE.all(db, [number]);
  return rows.map(({ userId }) => userId);
}

export type NewPhoneCode = {
  userId: string;
  number: string;
  codeHash: Buffer;
  lifetimeSeconds: number;
};

const REPLACE_PHONE_CODE = statement(
  'notification.replacePhoneCode',
  `INSERT INTO phone_codes (user_id, number, code_hash, expires_at)
   VALUES ($1, $2, $3, now() + make_interval(secs => $4))
   ON CONFLICT (user_id) DO UPDATE
     SET number = excluded.number, code_hash = excluded.code_hash, tries = 0,
         expires_at = excluded.expires_at
   RETURNING expires_at AS "expiresAt"`,
);

/** Replaces the previous code of the user. */
export async function replacePhoneCode(tx: Transaction, code: NewPhoneCode): Promise<Date> {
  const row = await REPLACE_PHONE_CODE.one(tx, [
    code.userId,
    code.number,
    code.codeHash,
    code.lifetimeSeconds,
  ]);
  return row.expiresAt;
}

const FIND_PENDING_NUMBER = statement(
  'notification.findPendingNumber',
  'SELECT number FROM phone_codes WHERE user_id = $1 AND expires_at > now()',
);

/** The number that is not confirmed yet. */
export async function findPendingNumber(db: Database, userId: string): Promise<string | null> {
  const row = await FIND_PENDING_NUMBER.first(db, [userId]);
  return row?.number ?? null;
}

export type PhoneCodeTry = {
  number: string;
  codeHash: Buffer;
  tries: number;
  secondsLeft: number;
};

const COUNT_PHONE_CODE_TRY = statement(
  'notification.countPhoneCodeTry',
  `UPDATE phone_codes SET tries = tries + 1 WHERE user_id = $1 AND expires_at > now()
   RETURNING number, code_hash AS "codeHash", tries,
     ceil(extract(epoch FROM expires_at - now()))::int AS "secondsLeft!"`,
);

/** Counts a try and returns the pending code; null without one. */
export async function countPhoneCodeTry(
  db: Database,
  userId: string,
): Promise<PhoneCodeTry | null> {
  return COUNT_PHONE_CODE_TRY.first(db, [userId]);
}

const DELETE_PHONE_CODE = statement(
  'notification.deletePhoneCode',
  'DELETE FROM phone_codes WHERE user_id = $1 AND code_hash = $2',
);

/** Consumes the code; false if a concurrent call consumed or replaced it. */
export async function deletePhoneCode(
  tx: Transaction,
  userId: string,
  codeHash: Buffer,
): Promise<boolean> {
  return (await DELETE_PHONE_CODE.execute(tx, [userId, codeHash])) === 1;
}

const DELETE_PHONE_CODES = statement(
  'notification.deletePhoneCodes',
  'DELETE FROM phone_codes WHERE user_id = $1',
);

export async function deletePhoneCodes(tx: Transaction, userId: string): Promise<void> {
  await DELETE_PHONE_CODES.execute(tx, [userId]);
}

const DELETE_EXPIRED_PHONE_CODES = statement(
  'notification.deleteExpiredPhoneCodes',
  'DELETE FROM phone_codes WHERE expires_at <= now()',
);

/** Also removes the unconfirmed numbers, which are stored with their codes. */
export async function deleteExpiredPhoneCodes(db: Database): Promise<number> {
  return DELETE_EXPIRED_PHONE_CODES.execute(db);
}
