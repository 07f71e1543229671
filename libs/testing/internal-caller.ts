import * as events from '@cairn/contracts/events/define-event.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import * as admin from '@cairn/contracts/internal/admin.ts';
import * as auth from '@cairn/contracts/internal/auth.ts';
import * as catalog from '@cairn/contracts/internal/catalog.ts';
import * as notification from '@cairn/contracts/internal/notification.ts';
import * as payment from '@cairn/contracts/internal/payment.ts';
import type { Caller } from '@cairn/contracts/services.ts';

export const INTERNAL_ROUTES: readonly AnyRoute[] = [
  admin,
  auth,
  catalog,
  events,
  notification,
  payment,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isRoute);

/** The callers of an internal route; `path` is the route's pattern or one with values. */
export function callersOf(method: string, path: string): readonly Caller[] {
  const route = INTERNAL_ROUTES.find((each) => each.method === method && matches(each.path, path));
  return route?.callers ?? [];
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(path);
}

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === 'object' && value !== null && 'callers' in value;
}
