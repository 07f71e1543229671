import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { createPasswords } from '../../../services/auth/src/passwords/passwords.ts';
import type { TestStack } from '../../e2e/stack.ts';
import { createClient } from '../../support/http.ts';
import { startBareServer } from './children.ts';
import { compare, type Row } from './comparison.ts';
import { load } from './load.ts';
import { openLoop } from './open-loop.ts';

const READS = { seconds: 2, connections: 50 };
const OPEN_LOOP = { perSecond: 1_000, seconds: 8 };
const LOGINS = { seconds: 3, connections: 8 };
const HEALTH_INTERVAL_MS = 20;

type Call = { what: string; path: string; headers: Record<string, string>; status?: number };

/** A member of a hunt, and the hunt. */
export type Member = { token: string; handle: string };

/**
 * Read-only requests compared with a bare server that answers with the same bytes, and their times at
 * a fixed rate.
 */
export async function compareReads(
  stack: TestStack,
  member: Member,
): Promise<{ rows: Row[]; openLoop: string[] }> {
  const rows: Row[] = [];
  const times: string[] = [];
  const authorization = `Bearer ${member.token}`;
  const calls: Call[] = [
    { what: 'GET products', path: '/api/products', headers: {} },
    {
      what: 'GET products, 304',
      path: '/api/products',
      headers: {},
      status: 304,
    },
    { what: 'GET verify', path: '/api/auth/verify', headers: { authorization } },
    { what: 'GET hunt data', path: `/api/hunt/data/${member.handle}`, headers: { authorization } },
  ];
  for (const call of calls) {
    rows.push(await compareCall(stack, call));
    if (call.status) continue;
    const url = `${stack.site.url}${call.path}`;
    const { p50, p99, p999 } = await openLoop({ url, headers: call.headers, ...OPEN_LOOP });
    const list = [p50, p99, p999].map((ms) => ms.toFixed(1)).join(' / ');
    times.push(`${call.what} at ${OPEN_LOOP.perSecond} a second: ${list}`);
  }
  return { rows, openLoop: times };
}

async function compareCall(stack: TestStack, { what, path, headers, status }: Call): Promise<Row> {
  const url = `${stack.site.url}${path}`;
  const request = { headers: status === 304 ? { 'if-none-match': await readEtag(url) } : headers };
  const answer = await fetch(url, request);
  const body = await answer.text();
  const bare = await startBareServer(body, status);
  const expected = status ? { status } : {};
  try {
    return await compare(what, {
      cairn: () => load({ url, request, ...expected, ...READS }),
      bare: () => load({ url: bare.url, request, ...expected, ...READS }),
    });
  } finally {
    await bare.stop();
  }
}

/** The load is sent without accept-encoding; each encoding has its own ETag. */
async function readEtag(url: string): Promise<string> {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  return headers.get('etag') ?? '';
}

/** The baseline is the hashes alone, one per core. Also the longest /healthz during the logins. */
export async function compareLogins({ site, admin }: TestStack) {
  const passwords = createPasswords();
  const client = createClient(site.url);
  await client.post('/api/auth/login', admin).then(({ body }) => (body as Session).token);
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  } as const;
  let healthMs = 0;
  const row = await compare('POST login', {
    async cairn() {
      let isRunning = true;
      const watching = watchHealth(site.url, () => isRunning);
      const result = await load({ url: `${site.url}/api/auth/login`, request, ...LOGINS });
      isRunning = false;
      healthMs = Math.max(healthMs, await watching);
      return result;
    },
    async bare() {
      const began = performance.now();
      const seconds = () => (performance.now() - began) / 1_000;
      let count = 0;
      const lane = async () => {
        while (seconds() < LOGINS.seconds) {
          await passwords.matches(admin.password, null);
          count += 1;
        }
      };
      await Promise.all(Array.from({ length: LOGINS.connections }, lane));
      return { perSecond: count / seconds() };
    },
  });
  return { row, healthMs };
}

/** The longest time of /healthz in ms. Requests without a pause would take the CPU time of the logins. */
async function watchHealth(url: string, isRunning: () => boolean): Promise<number> {
  let longest = 0;
  while (isRunning()) {
    const began = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    longest = Math.max(longest, performance.now() - began);
    await sleep(HEALTH_INTERVAL_MS);
  }
  return longest;
}
