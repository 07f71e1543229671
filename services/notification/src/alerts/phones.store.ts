import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/** The confirmed number. */
export async function findPhone(db: Database, userId: string): Promise<string | null> {
  const { rows } = await db.query('SELECT number FROM phones WHERE user_id = $1', [userId]);
  return rows[0]?.number ?? null;
}

/** As `findPhone`, and locks the number until the transaction ends. */
export async function lockPhone(tx: Transaction, userId: string): Promise<string | null> {
  const { rows } = await tx.query('SELECT number FROM phones WHERE user_id = $1 FOR SHARE', [
    userId,
  ]);
  return rows[0]?.number ?? null;
}

export async function upsertPhone(tx: Transaction, userId: string, number: string): Promise<void> {
  await tx.query(
    `INSERT INTO phones (user_id, number) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET number = excluded.number, verified_at = now()
     WHERE phones.number <> excluded.number`,
    [userId, number],
  );
}

export async function deletePhone(tx: Transaction, userId: string): Promise<string | null> {
  const { rows } = await tx.query('DELETE FROM phones WHERE user_id = $1 RETURNING number', [
    userId,
  ]);
  return rows[0]?.number ?? null;
}

/** Several users may share a phone. */
export async function listUsersOfPhone(db: Database, number: string): Promise<string[]> {
  const { rows } = await db.query('SELECT user_id FROM phones WHERE number = $1', [number]);
  return rows.map(({ user_id }) => user_id);
}

export type NewPhoneCode = {
  userId: string;
  number: string;
  codeHash: Buffer;
  lifetimeSeconds: number;
};

/** Replaces the previous code of the user. */
export async function replacePhoneCode(tx: Transaction, code: NewPhoneCode): Promise<Date> {
  const { rows } = await tx.query(
    `INSERT INTO phone_codes (user_id, number, code_hash, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4))
     ON CONFLICT (user_id) DO UPDATE
       SET number = excluded.number, code_hash = excluded.code_hash, tries = 0,
           expires_at = excluded.expires_at
     RETURNING expires_at`,
    [code.userId, code.number, code.codeHash, code.lifetimeSeconds],
  );
  return rows[0].expires_at;
}

/** The number that is not confirmed yet. */
export async function findPendingNumber(db: Database, userId: string): Promise<string | null> {
  const { rows } = await db.query(
    'SELECT number FROM phone_codes WHERE user_id = $1 AND expires_at > now()',
    [userId],
  );
  return rows[0]?.number ?? null;
}

export type PhoneCodeTry = {
  number: string;
  code_hash: Buffer;
  tries: number;
  seconds_left: number;
};

/** Counts a try and returns the pending code; null without one. */
export async function countPhoneCodeTry(
  db: Database,
  userId: string,
): Promise<PhoneCodeTry | null> {
  const { rows } = await db.query(
    `UPDATE phone_codes SET tries = tries + 1 WHERE user_id = $1 AND expires_at > now()
     RETURNING number, code_hash, tries, ceil(extract(epoch FROM expires_at - now()))::int AS seconds_left`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Consumes the code; false if a concurrent call consumed or replaced it. */
export async function deletePhoneCode(
  tx: Transaction,
  userId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM phone_codes WHERE user_id = $1 AND code_hash = $2',
    [userId, codeHash],
  );
  return rowCount === 1;
}

export async function deletePhoneCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM phone_codes WHERE user_id = $1', [userId]);
}

/** Also removes the unconfirmed numbers, which are stored with their codes. */
export async function deleteExpiredPhoneCodes(db: Database): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM phone_codes WHERE expires_at <= now()');
  return rowCount ?? 0;
}
