import { randomUUID } from 'node:crypto';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf } from './gateway.ts';
import { count, withLimitedGateways } from './limited-gateways.ts';
import { json, startUpstream, type UpstreamServer } from './upstream-server.ts';

const ONE = randomUUID();
const TWO = randomUUID();
let upstream: UpstreamServer;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream?.stop();
});

describe('back office limits', () => {
  it('allow 60 SQL statements and 60 mailings per minute and admin', async () => {
    upstream.answer((response) => json(response, 200, {}));
    const environment = environmentOf(upstream.url);
    await withLimitedGateways(1, { environment, changes: {} }, async ([gateway]) => {
      const ask = (path: string, userId: string) => {
        const token = tokenFor({ userId, isAdmin: true });
        return call(`${gateway?.url}/api/admin/${path}`, { json: {}, token });
      };
      for (const path of ['sql', 'send-email']) {
        const answers = await Promise.all(Array.from({ length: 61 }, () => ask(path, ONE)));
        expect(count(answers, 200)).toBe(60);
        expect(count(answers, 429)).toBe(1);
        expect((await ask(path, TWO)).status).toBe(200);
      }
      // A test mail counts as well.
      expect((await ask('send-email/test', ONE)).status).toBe(429);
      expect((await ask('send-email/preview', ONE)).status).toBe(200);
    });
  });
});
