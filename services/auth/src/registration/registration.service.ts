import { randomUUID } from 'node:crypto';
import { sealedTokenContext } from '@cairn/contracts/events/sealed-token.ts';
import { emailRequested, userRegistered, userVerified } from '@cairn/contracts/events/users.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { seal } from '@cairn/service-kit/seal.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { refuseSuspended } from '../sessions/standing.ts';
import { presentPerson } from '../users/users.presenter.ts';
import {
  findUserByEmailForUpdate,
  insertUser,
  markVerified,
  replacePassword,
  type UserRow,
  type UserWithProducts,
} from '../users/users.store.ts';
import { hashLinkToken, makeLinkToken } from './link-token.ts';
import {
  deleteVerificationToken,
  findTokenOwnerForUpdate,
  upsertVerificationToken,
} from './verification-tokens.store.ts';

const LINK_LIFE_MS = 24 * 3600 * 1000;

export type RegistrationService = {
  /** The same for a new and a known address: what differs goes to the mailbox only. */
  signUp(email: string, password: string): Promise<void>;
  /** Uses the link of the newest verification mail, once. */
  verifyEmail(token: string): Promise<UserWithProducts>;
};

export type RegistrationDeps = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  passwords: Passwords;
  sealKey: Buffer;
};

export function createRegistrationService(deps: RegistrationDeps): RegistrationService {
  const { pool, publish, logger, passwords } = deps;
  return {
    async signUp(email, password) {
      // Also for a known address, so that time does not tell one from the other.
      const passwordHash = await passwords.hash(password);
      const userId = await inTransaction(pool, async (tx) => {
        const user = await insertUser(tx, { id: randomUUID(), email, passwordHash });
        if (!user) return greetKnown(tx, email, passwordHash);
        const token = await issueToken(tx, user);
        await publish(tx, userRegistered, presentPerson(user));
        await requestLink(tx, user, token);
        return user.id;
      });
      logger.info({ userId }, 'user.signed_up');
    },

    async verifyEmail(token) {
      const hash = hashLinkToken(token);
      const user = await inTransaction(pool, async (tx) => {
        const owner = await findTokenOwnerForUpdate(tx, hash);
        if (!owner || !(await deleteVerificationToken(tx, hash))) {
          throw new InvalidInputError('Verification failed');
        }
        refuseSuspended(owner);
        const verified = await markVerified(tx, owner.id);
        await publish(tx, userVerified, presentPerson(verified));
        return verified;
      });
      logger.info({ userId: user.id }, 'user.verified');
      return user;
    },
  };

  /**
   * Whoever proves the address is to have the password of the last sign-up: a stranger who was
   * here first with somebody else's address keeps no way in.
   */
  async function greetKnown(tx: Transaction, email: string, passwordHash: string) {
    const user = await findUserByEmailForUpdate(tx, email);
    if (!user) throw new Error('the account was deleted at this very moment');
    if (user.email_verified) {
      await publish(tx, emailRequested, {
        userId: user.id,
        email,
        template: 'account_exists',
        sealedToken: null,
        expiresAt: null,
      });
      return user.id;
    }
    await replacePassword(tx, user.id, passwordHash);
    await requestLink(tx, user, await issueToken(tx, user));
    return user.id;
  }

  async function issueToken(tx: Transaction, user: UserRow): Promise<IssuedToken> {
    const { token, hash } = makeLinkToken();
    const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
    await upsertVerificationToken(tx, { userId: user.id, hash, expiresAt });
    return { token, expiresAt };
  }

  async function requestLink(tx: Transaction, user: UserRow, issued: IssuedToken): Promise<void> {
    const mail = { userId: user.id, email: user.email, template: 'verification' } as const;
    await publish(tx, emailRequested, {
      ...mail,
      sealedToken: seal(issued.token, deps.sealKey, sealedTokenContext(mail)),
      expiresAt: issued.expiresAt.toISOString(),
    });
  }
}

type IssuedToken = { token: string; expiresAt: Date };
