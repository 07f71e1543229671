import { createPrivateKey, randomUUID } from 'node:crypto';
import type { Database } from '@cairn/postgres/pool.ts';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@cairn/service-kit/identity.ts';
import jwt from 'jsonwebtoken';
import type { UserRow } from '../users/users.store.ts';
import { insertSession } from './sessions.store.ts';

const LIFETIME_S = 7 * 24 * 3600;
const USER_AGENT_MAX = 300;

export type SessionTokens = {
  /** Starts a session of the user and returns its session token. */
  issue(
    db: Database,
    user: Pick<UserRow, 'id' | 'isAdmin' | 'tokenVersion'>,
    userAgent: string | undefined,
  ): Promise<string>;
};

/** Session tokens in the format that libs/service-kit/identity.ts reads, valid for seven days. */
export function createSessionTokens(privateKey: string): SessionTokens {
  const key = createPrivateKey(privateKey);
  return {
    async issue(db, user, userAgent) {
      const id = randomUUID();
      await insertSession(db, {
        id,
        userId: user.id,
        tokenVersion: user.tokenVersion,
        userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
        expiresAt: new Date(Date.now() + LIFETIME_S * 1000),
      });
      const claims = { kind: 'session', sid: id, ver: user.tokenVersion, adm: user.isAdmin };
      return jwt.sign(claims, key, {
        algorithm: 'ES256',
        subject: user.id,
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
        expiresIn: LIFETIME_S,
      });
    },
  };
}
