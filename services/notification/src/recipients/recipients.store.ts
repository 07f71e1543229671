import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userRegistered } from '@cairn/contracts/events/users.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/** Ignores a version older than the stored one. */
export async function upsertRecipient(
  tx: Transaction,
  user: EventData<typeof userRegistered>,
): Promise<void> {
  await tx.query(
    `INSERT INTO recipients (user_id, email, first_name, email_verified, status, version)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id) DO UPDATE
       SET email = excluded.email, first_name = excluded.first_name, status = excluded.status,
           email_verified = excluded.email_verified, version = excluded.version
       WHERE recipients.version < excluded.version`,
    [user.userId, user.email, user.firstName, user.emailVerified, user.status, user.version],
  );
}

export async function deleteRecipient(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM recipients WHERE user_id = $1', [userId]);
}

export type RecipientRow = {
  email: string;
  first_name: string | null;
  email_verified: boolean;
  status: string;
};

export async function findRecipient(db: Database, userId: string): Promise<RecipientRow | null> {
  const { rows } = await db.query(
    'SELECT email, first_name, email_verified, status FROM recipients WHERE user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

/** The user who has verified this address. */
export async function findUserByVerifiedEmail(db: Database, email: string): Promise<string | null> {
  const { rows } = await db.query(
    'SELECT user_id FROM recipients WHERE lower(email) = lower($1) AND email_verified LIMIT 1',
    [email],
  );
  return rows[0]?.user_id ?? null;
}
