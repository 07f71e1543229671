import type { RouteDefinition } from '@cairn/contracts/http/route.ts';
import { CALLERS, type Caller } from '@cairn/contracts/services.ts';
import { errorHandler, notFound } from '@cairn/service-kit/error-handler.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createRoutes } from '@cairn/service-kit/routes.ts';
import express from 'express';
import jwt from 'jsonwebtoken';
import type { z } from 'zod';
import { type RunningApp, startApp } from './http.ts';

export type StubCall = { route: string; params: unknown; query: unknown; body: unknown };

export type StubServer = RunningApp & {
  /** Every internal call received, in order. */
  calls: StubCall[];
  /**
   * Answers an internal route; the latest answer for a route wins. A throw is answered as a service
   * does.
   */
  answer<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
    route: RouteDefinition<P, Q, B, A, 'internal'>,
    reply: (call: { params: z.output<P>; query: z.output<Q>; body: z.output<B> }) => z.input<A>,
  ): void;
};

/**
 * Stub of other services over HTTP for component tests: the contract's routes with the test's
 * answers.
 */
export async function startStubServer(): Promise<StubServer> {
  const app = express();
  const calls: StubCall[] = [];
  const replies = new Map<string, (call: never) => unknown>();
  const routes = createRoutes({
    authenticate: () => {
      throw new Error('internal routes only');
    },
    // It stands for several services, so it accepts any caller that the route allows.
    verifyInternal: readIssuer,
  });
  app.use(routes.router, notFound, errorHandler(createLogger('stand-in', 'silent')));
  // Routes are added later to the router that is mounted here.
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

/** Accepts tokens for the services that it stands for, signed with test keys. */
function readIssuer(token: string): Caller | null {
  const payload = jwt.decode(token);
  const issuer = typeof payload === 'object' ? payload?.iss : undefined;
  return CALLERS.find((caller) => caller === issuer) ?? null;
}
