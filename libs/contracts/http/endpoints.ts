import type { z } from 'zod';
import type { RoutesByEndpoint } from './routes.ts';

/**
 * The method and path of a public route, such as `GET /api/hunts/:handle`. Clients name a route by it
 * and infer input and answer from the route's schemas, without loading them.
 */
export type Endpoint = keyof RoutesByEndpoint;

/** The path of a public route, for what the browser itself fetches, such as an image. */
export type EndpointPath = Endpoint extends `${string} ${infer Path}` ? Path : never;

/** What a call sends; a part is optional if its schema accepts an empty object. */
export type EndpointInput<Name extends Endpoint> = Part<'params', Input<Name, 'params'>> &
  Part<'query', Input<Name, 'query'>> &
  Part<'body', Input<Name, 'body'>>;

export type EndpointAnswer<Name extends Endpoint> = z.output<RoutesByEndpoint[Name]['answer']>;

type Input<Name extends Endpoint, Key extends 'params' | 'query' | 'body'> = z.input<
  RoutesByEndpoint[Name][Key]
>;
/** An object without properties. */
type Nothing = Record<never, never>;
type Part<Key extends string, Value> = Nothing extends Value
  ? { [_ in Key]?: Value }
  : { [_ in Key]: Value };

/** Fills a path's parameters: `/api/hunt/data/:handle` with `{ handle }`. Throws if one is missing. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
