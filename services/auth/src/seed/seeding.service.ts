import { randomUUID } from 'node:crypto';
import { userRegistered, userVerified } from '@cairn/contracts/events/users.ts';
import { emailAddress, newPassword } from '@cairn/contracts/http/accounts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { presentPerson } from '../users/users.presenter.ts';
import {
  findUserByEmailForUpdate,
  insertUser,
  makeAdmin,
  markVerifiedAndLoggedIn,
  replacePassword,
} from '../users/users.store.ts';

export type SeededUser = { email: string; password: string; isAdmin: boolean };

/**
 * Creates a verified user, or updates an existing one so that the login works. Idempotent. Returns the
 * user's id.
 */
export async function seedUser(
  { pool, publish, passwords }: { pool: Pool; publish: PublishEvent; passwords: Passwords },
  seeded: SeededUser,
): Promise<string> {
  const email = emailAddress.parse(seeded.email);
  const passwordHash = await passwords.hash(newPassword.parse(seeded.password));
  return inTransaction(pool, async (tx) => {
    const { isAdmin } = seeded;
    const created = await insertUser(tx, { id: randomUUID(), email, passwordHash, isAdmin });
    const user = created ?? (await findUserByEmailForUpdate(tx, email));
    if (!user) throw new Error('the account was deleted at this very moment');
    if (!(await passwords.matches(seeded.password, user.passwordHash))) {
      await replacePassword(tx, user.id, passwordHash);
    }
    if (isAdmin && !user.isAdmin) await makeAdmin(tx, user.id);
    const verified = user.emailVerified ? null : await markVerifiedAndLoggedIn(tx, user.id);
    if (created) await publish(tx, userRegistered, presentPerson(created));
    if (verified) await publish(tx, userVerified, presentPerson(verified));
    return user.id;
  });
}
