import type { RouteDefinition } from '@cairn/contracts/http/route.ts';
import { CALLERS, type Caller } from '@cairn/contracts/internal/callers.ts';
import { errorHandler, notFound } from '@cairn/service-kit/error-handler.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createRoutes } from '@cairn/service-kit/routes.ts';
import express from 'express';
import jwt from 'jsonwebtoken';
import type { z } from 'zod';
import { type RunningApp, startApp } from './http.ts';

export type StubCall = { route: string; params: unknown; query: unknown; body: unknown };

export type StubServer = RunningApp & {
  /** Every internal call that arrived, in order. */
  calls: StubCall[];
  /** Answers an internal route; later ones for the same route win. A throw is answered as the service would. */
  answer<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
    route: RouteDefinition<P, Q, B, A, 'internal'>,
    reply: (call: { params: z.output<P>; query: z.output<Q>; body: z.output<B> }) => z.input<A>,
  ): void;
};

/** Plays the other services over HTTP for a component test: the contract's routes, the test's answers. */
export async function startStubServer(): Promise<StubServer> {
  const app = express();
  const calls: StubCall[] = [];
  const replies = new Map<string, (call: never) => unknown>();
  const routes = createRoutes({
    authenticate: () => {
      throw new Error('internal routes only');
    },
    // It plays several services, so it accepts whatever names a caller that the route allows.
    verifyInternal: readIssuer,
  });
  app.use(routes.router, notFound, errorHandler(createLogger('stand-in', 'silent')));
  // The routes are added later, but to the router that is mounted here.
  const running = await startApp(app);
  return {
    ...running,
    calls,
    answer(route, reply) {
      const name = `${route.method} ${route.path}`;
      const isNew = !replies.has(name);
      replies.set(name, reply);
      if (!isNew) return;
      routes.add(route, async ({ params, query, body }) => {
        calls.push({ route: name, params, query, body });
        const current = replies.get(name) as typeof reply;
        return current({ params, query, body });
      });
    },
  };
}

/** The tokens are for the services that it plays, and signed under keys of the test. */
function readIssuer(token: string): Caller | null {
  const payload = jwt.decode(token);
  const issuer = typeof payload === 'object' ? payload?.iss : undefined;
  return CALLERS.find((caller) => caller === issuer) ?? null;
}
