import { z } from 'zod';
import type { Caller, ServiceName } from '../services.ts';
import { type OwnerLimit, type RouteLimit, STAFF_LIMIT } from './limits.ts';

/** The body of every answer with status 400 or higher. */
export const errorBody = z.object({
  error: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** The process that serves a route. The gateway forwards the routes of the others. */
export type Owner = 'gateway' | ServiceName;

/**
 * Who may call a route. `member` requires a session, and the handler checks the membership itself;
 * `internal` is for Cairn's own processes and is never reachable through the gateway.
 */
export type Access = 'anyone' | 'user' | 'member' | 'admin' | 'internal';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RouteDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access = Access,
  Limit extends RouteLimit = RouteLimit,
  Verb extends Method = Method,
  Path extends string = string,
> = {
  /** Null for a route that every service serves. */
  owner: Owner | null;
  method: Verb;
  /** Express style: `/api/hunt/data/:handle`. */
  path: Path;
  access: Who;
  /** The callers of an internal route; empty for others. */
  callers: readonly Caller[];
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** The usual status of success. */
  status: number;
  /** Other statuses with the same answer. */
  otherStatuses: readonly number[];
  /** The media type of the answer. */
  answerType: string;
  /** The body of every answer with status 400 or higher. */
  refusal: z.ZodType;
  /** Statuses of refusals that do not follow from the access, the method and the schemas. */
  otherRefusals: readonly (401 | 402 | 404 | 409)[];
  /** The file field of a multipart form, if that is the body. */
  upload: string | null;
  /** Counted in this order; the gateway sends the headers of its last one. */
  limits: readonly Limit[];
  /** A larger body gets 413, at the gateway and at the owner. */
  maxBodyBytes: number;
  /**
   * `key`: changes data for staff; a call with a known Idempotency-Key gets the stored answer.
   * `none`: needs no key.
   */
  idempotency: 'key' | 'none';
  /** Accepts If-Match with the `version` of the resource; 409 with `current` if it has another one. */
  ifMatch: boolean;
};

export type AnyRoute = RouteDefinition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** The names of the limits that a route's owner counts. */
export type OwnerLimitName<Route> = Route extends { limits: readonly (infer Limit)[] }
  ? Limit extends OwnerLimit<infer Name>
    ? Name
    : never
  : never;

export const MAX_WEBHOOK_BYTES = 2_000_000;
const MAX_BODY_BYTES = 100_000;
/** Staff send lists of recipients, and internal hand-overs carry events with up to 900 kB of data. */
const MAX_TRUSTED_BODY_BYTES = 1_000_000;

type OptionalField =
  | 'callers'
  | 'status'
  | 'otherStatuses'
  | 'answerType'
  | 'refusal'
  | 'otherRefusals'
  | 'upload'
  | 'maxBodyBytes'
  | 'idempotency'
  | 'ifMatch';

const ROUTES = new WeakSet<object>();
const nothing = z.object({});
type Nothing = typeof nothing;

/**
 * A call of the HTTP contract: its owner parses requests with it, the gateway derives its table,
 * limits and body sizes from it, clients infer their types from it, and the OpenAPI document is
 * generated from it. Omitted schemas default to empty objects.
 */
export function defineRoute<
  Answer extends z.ZodType,
  Who extends Access,
  Verb extends Method,
  Path extends string,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Limit extends RouteLimit = never,
>(
  route: Pick<AnyRoute, 'owner' | 'summary'> & {
    method: Verb;
    path: Path;
    access: Who;
    limits?: readonly Limit[];
    answer: Answer;
    params?: Params;
    query?: Query;
    body?: Body;
  } & Partial<Pick<AnyRoute, OptionalField>>,
): RouteDefinition<Params, Query, Body, Answer, Who, Limit, Verb, Path> {
  const isStaff = route.access === 'admin';
  const isTrusted = isStaff || route.access === 'internal';
  const defined: RouteDefinition<Params, Query, Body, Answer, Who, Limit, Verb, Path> = {
    status: 200,
    otherStatuses: [],
    answerType: 'application/json',
    refusal: errorBody,
    otherRefusals: [],
    upload: null,
    callers: [],
    maxBodyBytes: isTrusted ? MAX_TRUSTED_BODY_BYTES : MAX_BODY_BYTES,
    ifMatch: false,
    idempotency: isStaff && route.method !== 'GET' ? 'key' : 'none',
    ...route,
    limits: [...(isStaff ? [STAFF_LIMIT as Limit] : []), ...(route.limits ?? [])],
    params: route.params ?? (nothing as unknown as Params),
    query: route.query ?? (nothing as unknown as Query),
    body: route.body ?? (nothing as unknown as Body),
  };
  ROUTES.add(defined);
  return defined;
}

/** True for a result of `defineRoute`. */
export function isRoute(value: unknown): value is AnyRoute {
  return typeof value === 'object' && value !== null && ROUTES.has(value);
}
