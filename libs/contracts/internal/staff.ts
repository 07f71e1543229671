import { z } from 'zod';
import type { Access, RouteDefinition } from '../http/route.ts';
import { id } from '../ids.ts';

type Staff<Who extends Access> = 'admin' extends Who ? Who : never;

/**
 * What the owner of something serves for a public call of the back office: the same call under
 * `/internal/staff`, told which admin acts. The admin service forwards, the owner holds the rule and
 * writes `staff.acted` in the transaction of the act.
 */
export function asStaffAct<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access,
>(route: RouteDefinition<Params, Query, Body, Answer, Staff<Who>>) {
  const body = z.object({ adminId: id, command: route.body });
  return { ...asInternal(route), body } as RouteDefinition<
    Params,
    Query,
    typeof body,
    Answer,
    'internal'
  >;
}

/** The same for a question, which changes nothing and is asked by nobody in particular. */
export function asStaffQuery<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access,
>(route: RouteDefinition<Params, Query, Body, Answer, Staff<Who>>) {
  return asInternal(route) as RouteDefinition<Params, Query, Body, Answer, 'internal'>;
}

function asInternal<Route extends { path: string; access: Access }>(route: Route) {
  return {
    ...route,
    path: route.path.replace('/api/admin/', '/internal/staff/'),
    access: 'internal' as const,
  };
}
