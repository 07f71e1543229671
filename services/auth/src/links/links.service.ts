import { emailRequested, sealedTokenContext } from '@cairn/contracts/events/users.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { seal } from '@cairn/service-kit/seal.ts';
import type { UserRow } from '../users/users.store.ts';
import { hashLinkToken, makeLinkToken } from './link-token.ts';
import {
  deleteLinkToken,
  deleteLinkTokensOfUser,
  findTokenOwnerForUpdate,
  hasLinkToken,
  type LinkPurpose,
  upsertLinkToken,
} from './link-tokens.store.ts';

const HOUR_MS = 3600 * 1000;
const LIFETIME_MS: Record<LinkPurpose, number> = {
  verification: 24 * HOUR_MS,
  password_reset: HOUR_MS,
};

export type Links = {
  /** Creates a token for the user, who is locked in `tx`; replaces an older one of the same purpose. */
  issue(tx: Transaction, userId: string, purpose: LinkPurpose): Promise<string>;
  /** Mails a link to the user, who is locked in `tx`; replaces an older one of the same purpose. */
  send(tx: Transaction, user: UserRow, purpose: LinkPurpose): Promise<void>;
  /** Whether `use` would find an owner now. */
  isValid(db: Database, purpose: LinkPurpose, token: string): Promise<boolean>;
  /** Consumes a link and locks its owner; null if it was replaced, used or has expired. */
  use(tx: Transaction, purpose: LinkPurpose, token: string): Promise<UserRow | null>;
  /** Invalidates all links of the user. */
  voidAll(tx: Transaction, userId: string): Promise<void>;
};

export function createLinks({
  publish,
  sealKey,
}: {
  publish: PublishEvent;
  sealKey: Buffer;
}): Links {
  async function create(tx: Transaction, userId: string, purpose: LinkPurpose) {
    const { token, hash } = makeLinkToken();
    const expiresAt = new Date(Date.now() + LIFETIME_MS[purpose]);
    await upsertLinkToken(tx, { userId, purpose, hash, expiresAt });
    return { token, expiresAt };
  }

  return {
    issue: async (tx, userId, purpose) => (await create(tx, userId, purpose)).token,

    async send(tx, user, purpose) {
      const { token, expiresAt } = await create(tx, user.id, purpose);
      const mail = { userId: user.id, email: user.email, template: purpose };
      await publish(tx, emailRequested, {
        ...mail,
        sealedToken: seal(token, sealKey, sealedTokenContext(mail)),
        expiresAt: expiresAt.toISOString(),
      });
    },

    isValid: (db, purpose, token) => hasLinkToken(db, purpose, hashLinkToken(token)),

    async use(tx, purpose, token) {
      const hash = hashLinkToken(token);
      const owner = await findTokenOwnerForUpdate(tx, purpose, hash);
      return owner && (await deleteLinkToken(tx, purpose, hash)) ? owner : null;
    },

    voidAll: deleteLinkTokensOfUser,
  };
}
