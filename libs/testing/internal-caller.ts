import { readdirSync } from 'node:fs';
import { receiveEvent } from '@cairn/contracts/events/define-event.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import type { Caller } from '@cairn/contracts/services.ts';

const FOLDER = new URL('../contracts/internal/', import.meta.url);
const modules = await Promise.all(readdirSync(FOLDER).map((file) => import(`${FOLDER}${file}`)));

export const INTERNAL_ROUTES: readonly AnyRoute[] = [
  receiveEvent,
  ...modules.flatMap((module): unknown[] => Object.values(module)).filter(isRoute),
];

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
