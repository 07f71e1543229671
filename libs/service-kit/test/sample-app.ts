import { defineRoute } from '@cairn/contracts/http/route.ts';
import { id } from '@cairn/contracts/ids.ts';
import { testKeys } from '@cairn/testing/identity.ts';
import { z } from 'zod';
import { createServiceApp } from '../app.ts';
import { createAuthenticator } from '../identity.ts';
import { createInternalVerifier } from '../internal-tokens.ts';
import { createMetrics } from '../metrics.ts';
import { createRoutes, Reply } from '../routes.ts';
import { currentTrace } from '../tracing.ts';
import { captureLog } from './captured-log.ts';

// An application with one route of each kind.

const answer = z.unknown();
const thing = z.object({
  name: z.string('Name is required').min(1, 'Name is required'),
  extra: z.unknown().optional(),
});
const openRoute = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/things',
  access: 'anyone',
  summary: '',
  body: thing,
  answer,
  status: 201,
});
const findRoute = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/things/:id',
  access: 'anyone',
  summary: '',
  params: z.object({ id }),
  query: z.object({ page: z.coerce.number().int().default(1) }),
  answer,
});
const failRoute = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/fail',
  access: 'anyone',
  summary: '',
  answer,
});
const ownRoute = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/own',
  access: 'user',
  summary: '',
  body: thing,
  answer,
});
const staffRoute = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/staff',
  access: 'admin',
  summary: '',
  answer,
});
const staffWriteRoute = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/staff',
  access: 'admin',
  summary: '',
  body: thing,
  answer,
});
const innerRoute = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/internal/things',
  access: 'internal',
  callers: ['payment'],
  summary: '',
  body: thing,
  answer,
});

export const log = captureLog();
const routes = createRoutes({
  authenticate: createAuthenticator(testKeys.JWT_PUBLIC_KEYS),
  verifyInternal: createInternalVerifier('catalog', {
    ...JSON.parse(testKeys.INTERNAL_PUBLIC_KEYS),
  }),
});
/** Bodies that reached a handler. */
export const seen: unknown[] = [];
/** The error that `/fail` throws. */
export const failing: { with: unknown } = { with: undefined };
routes.add(openRoute, async ({ body }) => {
  seen.push(body);
  return { requestId: currentTrace()?.requestId };
});
routes.add(findRoute, async ({ params, query }) => ({ ...params, ...query }));
routes.add(failRoute, async () => {
  throw failing.with;
});
routes.add(ownRoute, async ({ identity }) => identity);
routes.add(staffRoute, async ({ identity }) => new Reply(202, identity));
routes.add(staffWriteRoute, async ({ body }) => ({ length: String(body.extra).length }));
routes.add(innerRoute, async ({ body }) => ({ length: String(body.extra).length }));
// A handler that streams its answer.
routes.router.get('/half', (_request, response) => {
  response.write('half');
  throw new Error('in the middle');
});
export const app = createServiceApp(
  { logger: log.logger, metrics: createMetrics('test'), health: { required: {} } },
  [routes.router],
);
