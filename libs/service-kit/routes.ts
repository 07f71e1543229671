import { describeIssue } from '@cairn/contracts/http/field-texts.ts';
import type { Access, AnyRoute, RouteDefinition } from '@cairn/contracts/http/route.ts';
import express, { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import { ForbiddenError, InvalidInputError } from './errors.ts';
import type { Identity } from './identity.ts';
import { INTERNAL_TOKEN_HEADER, type VerifyInternal } from './internal-tokens.ts';
import { currentTrace } from './tracing.ts';
import { isValidText } from './valid-text.ts';

/** An answer with another status than the route's default. */
export class Reply<Body> {
  readonly status: number;
  readonly body: Body;
  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}

type WithIdentity<Who extends Access> = Who extends 'user' | 'member' | 'admin' ? Identity : null;

export type Call<Params, Query, Body, Who extends Access> = {
  params: Params;
  query: Query;
  body: Body;
  /** The caller, on routes that require one. */
  identity: WithIdentity<Who>;
  request: Request;
};

export type Routes = {
  router: Router;
  /** Parses, authorises, calls `handler` and sends its result. `member` is checked by the handler. */
  add<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
    Who extends Access,
  >(
    route: RouteDefinition<Params, Query, Body, Answer, Who>,
    handler: (
      call: Call<z.output<Params>, z.output<Query>, z.output<Body>, Who>,
    ) => Promise<z.input<Answer> | Reply<z.input<Answer>>>,
  ): void;
};

type Guards = {
  /** Throws UnauthenticatedError if `authorization` is not a valid session token. */
  authenticate: (authorization: string | undefined) => Identity | Promise<Identity>;
  verifyInternal: VerifyInternal;
};

/** A router that accepts only routes with a contract definition, and so with an access rule. */
export function createRoutes(guards: Guards): Routes {
  const router = Router();
  return {
    router,
    add(route, handler) {
      assertCallers(route);
      const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      const run = async (request: Request, response: Response) => {
        const call = {
          params: parse(route.params, request.params),
          query: parse(route.query, request.query),
          body: parse(route.body, request.body ?? {}),
          identity: identities.get(request) ?? null,
          request,
        };
        const answer = await handler(call as Parameters<typeof handler>[0]);
        const reply = answer instanceof Reply ? answer : new Reply(route.status, answer);
        response.status(reply.status).json(reply.body);
      };
      // Access is decided before a byte of the body is parsed.
      const guard = async (request: Request, _response: Response, next: () => void) => {
        await authorise(route, request, guards);
        next();
      };
      if (route.method === 'GET') router[method](route.path, guard, run);
      else {
        const parseJson = express.json({ limit: route.maxBodyBytes });
        router[method](route.path, guard, parseJson, run);
      }
    },
  };
}

const identities = new WeakMap<Request, Identity>();

/** Fails at boot: an internal route without callers is a mistake. */
function assertCallers({ access, callers, path }: Pick<AnyRoute, 'access' | 'callers' | 'path'>) {
  if ((access === 'internal') !== callers.length > 0) {
    throw new Error(`${path}: internal routes, and only they, name their callers`);
  }
}

async function authorise(
  { access, callers }: Pick<AnyRoute, 'access' | 'callers'>,
  request: Request,
  guards: Guards,
): Promise<void> {
  if (access === 'anyone') return;
  if (access === 'internal') {
    const caller = guards.verifyInternal(request.get(INTERNAL_TOKEN_HEADER) ?? '');
    if (!caller || !callers.includes(caller)) throw new ForbiddenError();
    return;
  }
  const identity = await guards.authenticate(request.headers.authorization);
  if (access === 'admin' && !identity.isAdmin) throw new ForbiddenError();
  const trace = currentTrace();
  if (trace) trace.userId = identity.userId;
  identities.set(request, identity);
}

/** Throws InvalidInputError with the texts of the fields, also for text that databases refuse. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  if (!isValidText(value)) throw unreadable();
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  const isNoObject = result.error.issues.some(
    ({ code, path }) => code === 'invalid_type' && path.length === 0,
  );
  if (isNoObject) throw unreadable();
  const fields = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const name = path.join('.');
    if (name && !fields.has(name)) fields.set(name, message);
  }
  const first = result.error.issues[0]?.message ?? 'The request is not valid.';
  throw new InvalidInputError(first, Object.fromEntries(fields));
}

function unreadable(): InvalidInputError {
  return new InvalidInputError('The request could not be read.');
}
