import { randomBytes, randomUUID } from 'node:crypto';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { expect } from 'vitest';
import { type Catalog, CODES, somewhere, startCatalog } from './start-catalog.ts';

export const HANDLE = 'vt-troll-hunt';
export const CODE = CODES[HANDLE];

export type ClaimOptions = { headers?: Record<string, string>; url?: string; handle?: string };

export type Claims = ReturnType<typeof claimsOf>;

/** A catalog with its seeded hunts, without unpublished events. */
export async function startSeeded(): Promise<Catalog> {
  const catalog = await startCatalog();
  await catalog.seed();
  await drainOutbox(catalog.pool, catalog.bus);
  return catalog;
}

export function newKey(): string {
  return randomBytes(32).toString('hex');
}

/** What finders and staff ask of it, and what it wrote down. */
export function claimsOf(catalog: Catalog) {
  const token = adminToken();

  function claim(json: unknown, options: ClaimOptions = {}): Promise<Answer> {
    const { headers = somewhere(), url = catalog.url, handle = HANDLE } = options;
    return call(`${url}/api/hunts/${handle}/claim`, { json, headers });
  }

  return {
    claim,
    async win(claimKey = newKey()) {
      const { status, body } = await claim({ code: CODE, claimKey });
      expect(status).toBe(200);
      return body as { claimId: string; claimSecret: string };
    },
    decide: (claimId: string, command: Record<string, unknown>): Promise<Answer> =>
      call(`${catalog.url}/api/admin/claims/${claimId}/verify`, {
        token,
        headers: { 'idempotency-key': randomUUID() },
        json: command,
      }),
    fairness: (handle = HANDLE): Promise<Answer> =>
      call(`${catalog.url}/api/hunts/${handle}/fairness`),
    /** The types of all events since the last call. */
    events: async (): Promise<string[]> =>
      (await drainOutbox(catalog.pool, catalog.bus)).map(({ type }) => type),
    async attempts() {
      const { rows } = await catalog.pool.query('SELECT * FROM code_attempts ORDER BY id');
      return rows;
    },
  };
}
