import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { fillPath } from '@cairn/contracts/http/endpoints.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import {
  PROCESS_NAMES,
  CALLERS as PROCESSES_THAT_CALL,
  type Caller as Process,
  type ProcessName,
} from '@cairn/contracts/services.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import { createInternalSigner, INTERNAL_TOKEN_HEADER } from '@cairn/service-kit/internal-tokens.ts';
import { findDeviation } from '@cairn/testing/documented.ts';
import { callersOf } from '@cairn/testing/internal-caller.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { answerOf, statusOf } from '../support/status.ts';
import { CALLERS, type Caller, type Row, type Subjects } from './access/rows.ts';
import { ACCESS } from './access-table.ts';
import { listMountedRoutes } from './mounted-routes.ts';

const site = inject('site');
const inside = inject('inside');
/** Used by this file only, since limits count by address. */
const ADDRESS = '127.0.47.1';
const CONTRACTS = new URL('../../libs/contracts/', import.meta.url);

const database = createPool({
  url: inside.databaseUrl,
  schema: 'auth',
  name: 'tests',
  onError: () => {},
});
const tokens = new Map<Caller, string>();
const players = new Map<Caller, Player>();
let subjects: Subjects;
/** Answers that the OpenAPI document does not describe. */
const deviations = new Set<string>();

beforeAll(async () => {
  for (const caller of CALLERS.filter((name) => name !== 'anonymous')) {
    const player = await createPlayer(site, ADDRESS);
    players.set(caller, player);
    tokens.set(caller, player.token);
  }
  const [user, suspended, admin] = [getPlayer('user'), getPlayer('suspended'), getPlayer('admin')];
  const product = await findProduct(user.client, 'vt-troll-hunt');
  const paymentIntentId = await pay(site, user, product);
  expect((await recordPurchase(user, product, paymentIntentId)).status).toBe(200);
  await database.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.userId]);
  await database.query('UPDATE users SET is_admin = true WHERE id = $1', [admin.userId]);
  await logInAgain('admin');
  subjects = {
    player: user,
    product,
    paymentIntentId,
    freshEmail: () => `fresh-${randomBytes(6).toString('hex')}@example.com`,
  };
  // auth publishes a change that it did not make itself at its next poll.
  const { client, token } = suspended;
  const ask = () => client.get('/api/hunt/data/vt-troll-hunt', { token });
  await waitUntil(async () => (await ask()).status === 401, {
    what: 'the revocation of their tokens',
  });
});
afterAll(() => database.end());

describe('P-4.7 the access table', () => {
  const rows = PROCESS_NAMES.flatMap((process) =>
    Object.entries(ACCESS[process]).map(([name, row]) => [process, name, row as Row] as const),
  );

  it.each(rows)('%s: %s', async (process, name, row) => {
    for (const baseUrl of baseUrlsOf(process, name)) {
      expect({ baseUrl, ...(await statusesByCaller(baseUrl, name, row)) }).toEqual({
        baseUrl,
        ...Object.fromEntries(CALLERS.map((caller, index) => [caller, row.expected[index]])),
      });
      if (row.endsSession)
        for (const caller of ['user', 'other', 'admin'] as const) await logInAgain(caller);
    }
  });

  it.each(rows.filter(([, name]) => isInternal(name)))(
    '%s: %s accepts only the processes that it names, and is 404 at the gateway',
    async (process, name, row) => {
      const request = requestOf(name, row);
      const [method = '', path = ''] = name.split(' ');
      const allowed = callersOf(method, path);
      expect(allowed).not.toEqual([]);
      // A command without a body gets 400 only after the access rule passed.
      const success = method === 'GET' ? 200 : 400;
      for (const caller of PROCESSES_THAT_CALL) {
        const headers = { [INTERNAL_TOKEN_HEADER]: tokenOf(caller, process as Process) };
        const status = await statusOf({ ...request, baseUrl: inside.urls[process], headers });
        expect({ caller, status }).toEqual({
          caller,
          status: allowed.includes(caller) ? success : 403,
        });
        expect(await statusOf({ ...request, baseUrl: site.url, headers })).toBe(404);
      }
      const elsewhere = process === 'auth' ? 'catalog' : 'auth';
      const headers = { [INTERNAL_TOKEN_HEADER]: tokenOf(allowed[0] ?? 'payment', elsewhere) };
      expect(await statusOf({ ...request, baseUrl: inside.urls[process], headers })).toBe(403);
    },
  );

  it('the gateway serves its metrics on its internal port only', async () => {
    const request = { method: 'GET', path: '/metrics' };
    expect(await statusOf({ ...request, baseUrl: inside.gatewayMetrics })).toBe(200);
    expect(await statusOf({ ...request, baseUrl: site.url })).toBe(404);
  });
});

it('every response of the access table conforms to the OpenAPI document', () => {
  expect([...deviations]).toEqual([]);
});

describe('P-4.7 every route has a row', () => {
  it.each(PROCESS_NAMES)('%s mounts exactly the routes of the table', async (process) => {
    const mounted = await listMountedRoutes(process, inside.environments);
    const own = Object.keys(ACCESS[process]);
    expect(mounted).toEqual([...own, ...(process === 'gateway' ? forwarded() : [])].sort());
  });

  it('every public route of the contract has a row at the process that serves it', () => {
    for (const [process, routes] of Object.entries(PUBLIC_ROUTES)) {
      expect(Object.keys(ACCESS[process as ProcessName])).toEqual(
        expect.arrayContaining(routes.map(nameOf)),
      );
    }
  });

  it('every route of the contract is public or internal and has a row', async () => {
    const listed = new Set(PROCESS_NAMES.flatMap((process) => Object.keys(ACCESS[process])));
    const [open, internal] = await Promise.all([definedIn('http'), definedIn('internal')]);
    expect([...open, ...internal].filter((route) => !listed.has(nameOf(route)))).toEqual([]);
    expect(internal.filter(({ access }) => access !== 'internal')).toEqual([]);
    const published = Object.values(PUBLIC_ROUTES).flat();
    expect(open.filter((route) => !published.includes(route))).toEqual([]);
    expect(open.length).toBeGreaterThan(10);
    expect(internal.length).toBeGreaterThan(10);
  });
});

function getPlayer(caller: Caller): Player {
  const player = players.get(caller);
  if (!player) throw new Error(`no player for ${caller}`);
  return player;
}

async function logInAgain(caller: Caller): Promise<void> {
  const { client, email, password } = getPlayer(caller);
  const { status, body } = await client.post('/api/auth/login', { email, password });
  if (status !== 200) throw new Error(`login of ${caller}: ${status}`);
  tokens.set(caller, (body as Session).token);
}

const PUBLIC = new Set(Object.values(PUBLIC_ROUTES).flat().map(nameOf));

function isPublic(name: string): boolean {
  return PUBLIC.has(name);
}

/** A token signed with the key of the process itself. */
function tokenOf(caller: Process, called: Process): string {
  return createInternalSigner(caller, inside.internalKeys[caller].privateKey)(called);
}

function isInternal(name: string): boolean {
  return name.includes(' /internal/');
}

/** The routes that the gateway forwards: exactly the public routes of the services. */
function forwarded(): string[] {
  const behind = PROCESS_NAMES.filter((process) => process !== 'gateway');
  return behind.flatMap((process) =>
    Object.keys(ACCESS[process]).filter((name) => name.includes(' /api/')),
  );
}

/** Public routes are called at the gateway and at the service, which does not rely on the gateway's checks. */
function baseUrlsOf(process: ProcessName, name: string): string[] {
  const own = inside.urls[process];
  return name.includes(' /api/') && process !== 'gateway' ? [site.url, own] : [own];
}

async function statusesByCaller(
  baseUrl: string,
  name: string,
  row: Row,
): Promise<Partial<Record<Caller, number>>> {
  const answers: Partial<Record<Caller, number>> = {};
  const ask = async (caller: Caller) => {
    const token = tokens.get(caller) ?? null;
    const answer = await answerOf({ ...requestOf(name, row), baseUrl, token });
    answers[caller] = answer.status;
    const deviation = isPublic(name) ? findDeviation(name, answer) : null;
    if (deviation) deviations.add(deviation);
  };
  // What one caller reads does not change what another one gets.
  if (name.startsWith('GET ')) await Promise.all(CALLERS.map(ask));
  else for (const caller of CALLERS) await ask(caller);
  return answers;
}

function requestOf(name: string, row: Row) {
  const [method = '', pattern = ''] = name.split(' ');
  const { params, query, json } = row.ask?.(subjects) ?? {};
  const { player, product } = subjects;
  const anything = { id: player.userId, userId: player.userId, handle: product.handle };
  const path = fillPath(pattern.replace('/{*path}', '/'), { ...anything, ...params });
  return {
    method,
    path: query ? `${path}?${new URLSearchParams(query)}` : path,
    localAddress: ADDRESS,
    ...(json === undefined ? {} : { json }),
  };
}

function nameOf({ method, path }: AnyRoute): string {
  return `${method} ${path}`;
}

/** Every route definition that a file of the folder exports. */
async function definedIn(folder: 'http' | 'internal'): Promise<AnyRoute[]> {
  const files = (await readdir(new URL(folder, CONTRACTS))).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(new URL(`${folder}/${file}`, CONTRACTS).href)),
  );
  return modules.flatMap((module) => Object.values(module).filter(isRoute));
}

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
}
