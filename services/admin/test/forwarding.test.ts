import { randomBytes, randomUUID } from 'node:crypto';
import { fillPath } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import { asStaffAct, asStaffQuery } from '@cairn/contracts/internal/staff.ts';
import { AppError, ConflictError } from '@cairn/service-kit/errors.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { type StandIn, startStandIn } from '@cairn/testing/stand-in.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Owner, STAFF_CALLS, type StaffRoute } from '../src/forwarding/staff-calls.ts';
import { type AdminUnderTest, startAdmin } from './start-admin.ts';

const OWNERS = ['auth', 'catalog', 'notification'] as const;
const adminId = randomUUID();
const admin = tokenFor({ userId: adminId, isAdmin: true });
const player = tokenFor({ userId: randomUUID() });
const ids = { id: randomUUID(), clueId: randomUUID(), userId: randomUUID() };

/** A body that the contract accepts, for the calls that need one. */
const BODIES: Record<string, unknown> = {
  'POST /api/admin/hunts': {
    handle: 'new-hunt',
    title: 'New',
    region: 'Vermont',
    description: 'A new one',
    price_amount: 20,
  },
  'POST /api/admin/hunts/:id/clues': {
    kind: 'clue',
    title: 'One',
    body_html: '<p>Look</p>',
    publish_at: null,
  },
  'POST /api/admin/clue-preview': { body_html: '<p>Look</p>' },
  'POST /api/admin/claims/:id/verify': {
    claimSecret: randomBytes(32).toString('hex'),
    outcome: 'verified',
  },
  'POST /api/admin/send-email': { subject: 'Hello', content: '<p>Hello</p>', to: null },
  'POST /api/admin/send-email/preview': { subject: 'Hello', content: '<p>Hello</p>' },
  'POST /api/admin/send-email/test': { subject: 'Hello', content: '<p>Hello</p>' },
  'PATCH /api/admin/accounts/:id': { status: 'suspended' },
  'PATCH /api/admin/hunts/:id': { title: 'Renamed' },
};

const CALLS = OWNERS.flatMap((owner) => [
  ...STAFF_CALLS[owner].acts.map((route) => ({ owner, route, kind: 'act' as const })),
  ...STAFF_CALLS[owner].queries.map((route) => ({ owner, route, kind: 'query' as const })),
]).map((call) => [nameOf(call.route), call] as const);

let database: TestDatabase;
let service: AdminUnderTest;
const standIns = new Map<Owner, StandIn>();

beforeAll(async () => {
  database = await createTestDatabase();
  for (const owner of OWNERS) standIns.set(owner, await startStandIn());
  for (const [, { owner, route, kind }] of CALLS) {
    // What is thrown shows that the call came to its owner; answers are the contract's own matter.
    const refuse = () => {
      throw new ConflictError(`${owner} says no`);
    };
    if (kind === 'act') standIn(owner).answer(asStaffAct(route), refuse);
    else standIn(owner).answer(asStaffQuery(route), refuse);
  }
  service = await startAdmin(database, {
    AUTH_URL: standIn('auth').url,
    CATALOG_URL: standIn('catalog').url,
    NOTIFICATION_URL: standIn('notification').url,
  });
});
afterAll(async () => {
  await service.stop();
  for (const each of standIns.values()) await each.stop();
  await database.drop();
});

describe('calls of the back office that others own', () => {
  it.each(CALLS)('%s goes to its owner, and the refusal comes back', async (name, call) => {
    const { owner, route, kind } = call;
    const { calls } = standIn(owner);
    const before = calls.length;
    const { status, body } = await send(name, route, admin);
    expect({ status, body }).toMatchObject({ status: 409, body: { error: `${owner} says no` } });
    expect(calls.length).toBe(before + 1);
    const arrived = calls.at(-1);
    const asked = BODIES[name] ?? {};
    expect(arrived?.params).toMatchObject(paramsOf(route));
    if (kind === 'act') expect(arrived?.body).toMatchObject({ adminId, command: asked });
    else expect(arrived?.body).toMatchObject(asked);
  });

  it.each(CALLS)('%s is for admins only', async (name, { owner, route }) => {
    const { calls } = standIn(owner);
    const before = calls.length;
    expect((await send(name, route)).status).toBe(401);
    expect((await send(name, route, player)).status).toBe(403);
    expect(calls.length).toBe(before);
  });

  it('hand on who acts, whatever the body claims', async () => {
    const path = `/api/admin/accounts/${ids.id}`;
    const json = { status: 'active', adminId: 'somebody else', command: { is_admin: true } };
    await service.call(path, { method: 'PATCH', token: admin, json });
    expect(standIn('auth').calls.at(-1)?.body).toEqual({ adminId, command: { status: 'active' } });
  });

  it('hand back texts by field', async () => {
    const route = asStaffAct(STAFF_CALLS.auth.acts[0] as StaffRoute);
    standIn('auth').answer(route, () => {
      throw new AppError('No', { code: 'x', status: 422, fields: { status: 'not this' } });
    });
    const path = `/api/admin/accounts/${ids.id}`;
    const answer = await service.call(path, { method: 'PATCH', token: admin, json: {} });
    expect(answer).toMatchObject({ status: 422, body: { fields: { status: 'not this' } } });
  });

  it('are all there is, beside what this service answers itself', () => {
    const own = [
      'activity',
      'activity/:id',
      'activity-admins',
      'sql',
      'sql/tables',
      'purchases/:id/refund',
    ];
    const here = ['GET accounts', 'GET accounts/:id'];
    const others = PUBLIC_ROUTES.admin.map(nameOf).filter((name) => {
      const [method, path = ''] = name.split(' /api/admin/');
      return !own.includes(path) && !here.includes(`${method} ${path}`);
    });
    expect(CALLS.map(([name]) => name).sort()).toEqual(others.sort());
  });
});

function standIn(owner: Owner): StandIn {
  const found = standIns.get(owner);
  if (!found) throw new Error(`nobody plays ${owner}`);
  return found;
}

function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

function paramsOf({ path }: StaffRoute): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).filter(([name]) => path.includes(`:${name}`)));
}

function send(name: string, route: StaffRoute, token?: string) {
  const json = BODIES[name];
  return service.call(fillPath(route.path, ids), {
    method: route.method,
    ...(token ? { token } : {}),
    ...(json === undefined ? {} : { json }),
  });
}
