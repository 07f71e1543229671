import type { IncomingMessage } from 'node:http';
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

/** A read that `serveReads` answers before Express. */
export type Read = {
  path: string;
  /** Authorises, parses and calls the handler. */
  answer(request: IncomingMessage, params: Record<string, string>): Promise<Reply<unknown>>;
};

export type Routes = {
  router: Router;
  /** The routes of `addRead`. */
  reads: readonly Read[];
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
  /** Like `add`, for a frequent GET route without a query; see `serveReads`. */
  addRead<Params extends z.ZodType, Answer extends z.ZodType, Who extends Access>(
    route: RouteDefinition<Params, z.ZodObject<Record<never, never>>, z.ZodType, Answer, Who>,
    handler: (
      call: Pick<Call<z.output<Params>, never, never, Who>, 'params' | 'identity'>,
    ) => Promise<z.input<Answer>>,
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
  const reads: Read[] = [];
  const add: Routes['add'] = (route, handler) => {
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
      const identity = await authorise(route, request, guards);
      if (identity) identities.set(request, identity);
      next();
    };
    if (route.method === 'GET') router[method](route.path, guard, run);
    else {
      const parseJson = express.json({ limit: route.maxBodyBytes });
      router[method](route.path, guard, parseJson, run);
    }
  };
  const addRead: Routes['addRead'] = (route, handler) => {
    add(route as unknown as AnyRoute, handler as never);
    reads.push({
      path: route.path,
      async answer(request, given) {
        const identity = await authorise(route, request, guards);
        const params = parse(route.params, given);
        const call = { params, identity } as Parameters<typeof handler>[0];
        return new Reply(route.status, await handler(call));
      },
    });
  };
  return { router, reads, add, addRead };
}

const identities = new WeakMap<Request, Identity>();

/** Fails at boot: an internal route without callers is a mistake. */
function assertCallers({ access, callers, path }: Pick<AnyRoute, 'access' | 'callers' | 'path'>) {
  if ((access === 'internal') !== callers.length > 0) {
    throw new Error(`${path}: internal routes, and only they, name their callers`);
  }
}

/** The caller, on routes that require a session. Throws if the route is not for the caller. */
async function authorise(
  { access, callers }: Pick<AnyRoute, 'access' | 'callers'>,
  { headers }: IncomingMessage,
  guards: Guards,
): Promise<Identity | null> {
  if (access === 'anyone') return null;
  if (access === 'internal') {
    const caller = guards.verifyInternal(String(headers[INTERNAL_TOKEN_HEADER] ?? ''));
    if (!caller || !callers.includes(caller)) throw new ForbiddenError();
    return null;
  }
  const identity = await guards.authenticate(headers.authorization);
  if (access === 'admin' && !identity.isAdmin) throw new ForbiddenError();
  const trace = currentTrace();
  if (trace) trace.userId = identity.userId;
  return identity;
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
