import { randomUUID } from 'node:crypto';
import { defineRoute } from '@cairn/contracts/http/route.ts';
import { type Answer, call, type RunningApp, startApp } from '@cairn/testing/http.ts';
import { testKeys, tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createServiceApp } from '../app.ts';
import { ConflictError } from '../errors.ts';
import { createAuthenticator } from '../identity.ts';
import { createMetrics } from '../metrics.ts';
import { serveReads } from '../reads.ts';
import { createRoutes } from '../routes.ts';
import { currentTrace } from '../tracing.ts';
import { captureLog } from './captured-log.ts';

const read = <Who extends 'user' | 'admin'>(path: string, access: Who) =>
  defineRoute({
    owner: 'catalog',
    method: 'GET',
    path,
    access,
    summary: '',
    params: z.object({ name: z.string().max(8, 'The name is too long').optional() }),
    answer: z.unknown(),
  });

const log = captureLog();
const metrics = createMetrics('test');
let calls = 0;
let app: RunningApp;

beforeAll(async () => {
  const routes = createRoutes({
    authenticate: createAuthenticator(testKeys.JWT_PUBLIC_KEYS),
    verifyInternal: () => null,
  });
  routes.addRead(read('/things/:name', 'user'), async ({ params, identity }) => {
    calls += 1;
    if (params.name === 'taken') throw new ConflictError('It is taken.');
    if (params.name === 'broken') throw new Error('no such table');
    return { ...params, userId: identity.userId, traced: currentTrace()?.userId };
  });
  routes.addRead(read('/staff', 'admin'), async () => ({}));
  const dependencies = { logger: log.logger, metrics, health: { required: {} } };
  const express = createServiceApp(dependencies, [routes.router]);
  app = await startApp(serveReads(dependencies, { app: express, reads: routes.reads }));
});
afterAll(() => app.stop());

/** They differ between two requests. */
const OF_ONE_REQUEST = /^(x-request-id|traceparent|date)$/;

function comparable({ status, headers, body }: Answer) {
  const fixed = [...headers].filter(([name]) => !OF_ONE_REQUEST.test(name));
  return { status, headers: fixed.sort(), body: { ...(body as object), requestId: null } };
}

it.each([
  ['a member', '/things/oak', 200],
  ['a parameter that is not valid', '/things/much-too-long', 400],
  ['a refusal', '/things/taken', 409],
  ['a fault', '/things/broken', 500],
  ['a caller without the right', '/staff', 403],
])('answers %s as Express does', async (_, path, status) => {
  const options = { token: tokenFor({ userId: randomUUID() }) };
  const direct = await call(app.url + path, options);
  // The query leads to Express.
  const express = await call(`${app.url}${path}?x`, options);
  expect(direct.status).toBe(status);
  expect(comparable(direct)).toEqual(comparable(express));
});

it('refuses a caller without a token before the handler runs', async () => {
  const before = calls;
  const answer = await call(`${app.url}/things/oak`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(calls).toBe(before);
});

it('logs refusals with the ids of the request and counts by pattern', async () => {
  const { headers } = await call(`${app.url}/things/birch`);
  const requestId = headers.get('x-request-id');
  expect(log.lines().filter((line) => line['requestId'] === requestId)).toMatchObject([
    {
      msg: 'request.completed',
      req: { method: 'GET', path: '/things/birch' },
      res: { status: 401 },
    },
  ]);
  expect(await metrics.registry.metrics()).toMatch(
    /^http_request_duration_seconds_count\{.*route="\/things\/:name".*status="401".*\} \d+$/m,
  );
});
