import { createPrivateKey } from 'node:crypto';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@cairn/service-kit/identity.ts';
import jwt from 'jsonwebtoken';
import type { UserRow } from '../users/users.store.ts';

export type SessionTokens = {
  sign(user: Pick<UserRow, 'id' | 'is_admin' | 'token_version'>): string;
};

/** Login tokens as libs/service-kit/identity.ts reads them, for seven days. */
export function createSessionTokens(privateKey: string): SessionTokens {
  const key = createPrivateKey(privateKey);
  return {
    sign: (user) =>
      jwt.sign({ kind: 'session', ver: user.token_version, adm: user.is_admin }, key, {
        algorithm: 'ES256',
        subject: user.id,
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
        expiresIn: '7d',
      }),
  };
}
