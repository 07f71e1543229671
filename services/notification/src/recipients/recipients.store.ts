import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userRegistered } from '@cairn/contracts/events/users.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const UPSERT_RECIPIENT = statement(
  'notification.upsertRecipient',
  `INSERT INTO recipients (user_id, email, first_name, email_verified, status, version)
   VALUES ($1, $2, $3?, $4, $5, $6)
   ON CONFLICT (user_id) DO UPDATE
     SET email = excluded.email, first_name = excluded.first_name, status = excluded.status,
         email_verified = excluded.email_verified, version = excluded.version
     WHERE recipients.version < excluded.version`,
);

/** Ignores a version older than the stored one. */
export async function upsertRecipient(
  tx: Transaction,
  user: EventData<typeof userRegistered>,
): Promise<void> {
  await UPSERT_RECIPIENT.execute(tx, [
    user.userId,
    user.email,
    user.firstName,
    user.emailVerified,
    user.status,
    user.version,
  ]);
}

const DELETE_RECIPIENT = statement(
  'notification.deleteRecipient',
  'DELETE FROM recipients WHERE user_id = $1',
);

export async function deleteRecipient(tx: Transaction, userId: string): Promise<void> {
  await DELETE_RECIPIENT.execute(tx, [userId]);
}

export type RecipientRow = {
  email: string;
  firstName: string | null;
  emailVerified: boolean;
  status: string;
};

const FIND_RECIPIENT = statement(
  'notification.findRecipient',
  `SELECT email, first_name AS "firstName", email_verified AS "emailVerified", status
   FROM recipients WHERE user_id = $1`,
);

export async function findRecipient(db: Database, userId: string): Promise<RecipientRow | null> {
  return FIND_RECIPIENT.first(db, [userId]);
}

const FIND_USER_BY_VERIFIED_EMAIL = statement(
  'notification.findUserByVerifiedEmail',
  'SELECT user_id AS "userId" FROM recipients WHERE lower(email) = lower($1) AND email_verified LIMIT 1',
);

/** The user who has verified this address. */
export async function findUserByVerifiedEmail(db: Database, email: string): Promise<string | null> {
  const row = await FIND_USER_BY_VERIFIED_EMAIL.first(db, [email]);
  return row?.userId ?? null;
}
