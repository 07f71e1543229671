import { emailRequested, userSessionsRevoked } from '@cairn/contracts/events/users.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import type { Links } from '../links/links.service.ts';
import { replacePassword, type UserRow } from '../users/users.store.ts';

export type SetPassword = (
  tx: Transaction,
  userId: string,
  passwordHash: string,
) => Promise<UserRow>;

/**
 * Sets a password in one transaction: revokes older session tokens, invalidates all mailed links and
 * notifies the user by mail. The caller writes the revocation marker after the commit.
 */
export function createSetPassword(publish: PublishEvent, links: Links): SetPassword {
  return async (tx, userId, passwordHash) => {
    const user = await replacePassword(tx, userId, passwordHash);
    await links.voidAll(tx, userId);
    await publish(tx, userSessionsRevoked, {
      userId,
      version: user.version,
      tokenVersion: user.tokenVersion,
    });
    await publish(tx, emailRequested, {
      userId,
      email: user.email,
      template: 'password_changed',
      sealedToken: null,
      expiresAt: null,
    });
    return user;
  };
}
