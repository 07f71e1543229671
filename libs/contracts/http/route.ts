import { z } from 'zod';
import type { Caller } from '../internal/callers.ts';
import { errorBody } from './errors.ts';

/**
 * Who may call a route. `member` requires a session, and the handler checks the membership itself;
 * `internal` is for Cairn's own processes and is never reachable through the gateway.
 */
export type Access = 'anyone' | 'user' | 'member' | 'admin' | 'internal';

export type RouteDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access = Access,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express style: `/api/hunt/data/:handle`. */
  path: string;
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
  /** The file field of a multipart form, if that is the body. */
  upload: string | null;
};

const nothing = z.object({});
type Nothing = typeof nothing;

export type AnyRoute = RouteDefinition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/**
 * A call of the HTTP contract: servers parse requests with it, clients infer their types from it,
 * and the OpenAPI document is generated from it. Omitted parts default to empty objects.
 */
export function defineRoute<
  Answer extends z.ZodType,
  Who extends Access,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  route: Pick<AnyRoute, 'method' | 'path' | 'summary'> & {
    access: Who;
    callers?: readonly Caller[];
    answer: Answer;
    params?: Params;
    query?: Query;
    body?: Body;
  } & Partial<Pick<AnyRoute, 'status' | 'otherStatuses' | 'answerType' | 'refusal' | 'upload'>>,
): RouteDefinition<Params, Query, Body, Answer, Who> {
  return {
    status: 200,
    otherStatuses: [],
    answerType: 'application/json',
    refusal: errorBody,
    upload: null,
    ...route,
    callers: route.callers ?? [],
    params: route.params ?? (nothing as unknown as Params),
    query: route.query ?? (nothing as unknown as Query),
    body: route.body ?? (nothing as unknown as Body),
  };
}

/** Fills a path's parameters: `/api/hunt/data/:handle` with `{ handle }`. Throws if one is missing. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
