import { randomInt } from 'node:crypto';
import { type AnyRoute, errorBody } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import * as callers from '@cairn/contracts/services.ts';
import { type FuzzRequest, sampleRequests } from '@cairn/contracts/test/fuzz-requests.ts';
import {
  internalSchemas,
  type RequestSchemas,
  requestSchemas,
} from '@cairn/contracts/test/request-arbitraries.ts';
import { createInternalSigner, INTERNAL_TOKEN_HEADER } from '@cairn/service-kit/internal-tokens.ts';
import { findDeviation } from '@cairn/testing/documented.ts';
import { INTERNAL_ROUTES } from '@cairn/testing/internal-caller.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newAddress } from '../support/addresses.ts';
import { sendRawPath } from '../support/raw-path-request.ts';
import type { StatusResponse } from '../support/status.ts';
import { FUZZ_CALLERS, type FuzzCaller, type Fuzzing, prepareFuzzing } from './fuzz-callers.ts';

const site = inject('site');
const inside = inject('inside');
/** `npm run resilience -- --fuzz 500 --seed 7` sends more. The default seed is fixed: `npm test` must not vary. */
const COUNT = Number(process.env['RESILIENCE_FUZZ'] ?? 8);
const SEED = Number(process.env['RESILIENCE_SEED'] ?? 31);
const TIMEOUT_MS = 60_000 + COUNT * 5_000;

const publicRoutes = Object.values(PUBLIC_ROUTES)
  .flat()
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const internalRoutes = INTERNAL_ROUTES.flatMap((route) =>
  (route.owner ? [route.owner] : callers.CALLERS.filter((name) => name !== 'gateway')).map(
    (owner) => [`${route.method} ${route.path}`, owner, route] as const,
  ),
);

let fuzzing: Fuzzing;

beforeAll(async () => {
  fuzzing = await prepareFuzzing();
});

describe(`P-7.6 ${COUNT} requests of seed ${SEED} to each public route`, () => {
  it.each(publicRoutes)(
    'P-7.6 %s gives only documented answers to every caller',
    async (name, route) => {
      const schemas = requestSchemas(route.path.replace(/:([A-Za-z]+)/g, '{$1}'), route.method);
      const send = async (request: FuzzRequest, index: number) => {
        const caller = callerOf(route, index);
        const token = fuzzing.tokenOf(caller);
        const headers = {
          // Where a key is required, so that the rest of the request matters.
          'idempotency-key': `fuzz-${SEED}-${index}-${randomInt(2 ** 40)}`,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...request.headers,
        };
        const own = route.owner ? inside.urls[route.owner] : site.url;
        const baseUrl = index % 4 === 3 ? own : site.url;
        const answer = await sendTo(baseUrl, route, { ...request, headers });
        if (answer.status === 401) await fuzzing.logInAgain(caller);
        return { caller, fault: faultOf(answer) ?? findDeviation(name, answer) };
      };
      expect(await listFaults(schemas, send)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe(`P-7.6 ${COUNT} requests of seed ${SEED} to each internal route`, () => {
  it.each(internalRoutes)(
    'P-7.6 %s of %s gives only answers of its contract',
    async (name, owner, route) => {
      const caller = route.callers[0] ?? 'auth';
      const sign = createInternalSigner(caller, inside.internalKeys[caller].privateKey);
      const send = async (request: FuzzRequest) => {
        const headers = { [INTERNAL_TOKEN_HEADER]: sign(owner), ...request.headers };
        const answer = await sendTo(inside.urls[owner], route, { ...request, headers });
        if (answer.status === 304) return { caller, fault: null };
        const schema = answer.status < 400 ? route.answer : errorBody;
        const { error } = schema.safeParse(answer.body);
        const fault = error ? `${name} ${answer.status}: ${error.message}` : null;
        return { caller, fault: faultOf(answer) ?? fault };
      };
      expect(await listFaults(internalSchemas(route), send)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

/** Every caller once, then those who pass the access rule. */
function callerOf({ access }: AnyRoute, index: number): FuzzCaller {
  return FUZZ_CALLERS[index] ?? (access === 'admin' || index % 2 === 0 ? 'admin' : 'player');
}

function faultOf({ status }: StatusResponse): string | null {
  return status >= 500 ? `status ${status}` : null;
}

type Sent = { caller: string; fault: string | null };

/** Sends the requests one after another; each fault with its request. */
async function listFaults(
  schemas: RequestSchemas,
  send: (request: FuzzRequest, index: number) => Promise<Sent>,
): Promise<string[]> {
  const requests = sampleRequests(schemas, fuzzing.known, { count: COUNT, seed: SEED });
  const faults: string[] = [];
  for (const [index, request] of requests.entries()) {
    const { caller, fault } = await send(request, index);
    if (fault) faults.push(`${caller}: ${fault}: ${JSON.stringify(request).slice(0, 400)}`);
  }
  return faults;
}

function sendTo(baseUrl: string, route: AnyRoute, request: FuzzRequest): Promise<StatusResponse> {
  const { segments, query, headers, body } = request;
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) => segments[name] ?? 'none');
  return sendRawPath({
    ...{ baseUrl, method: route.method, path: `${path}${query}`, headers, body },
    localAddress: newAddress(),
  });
}
