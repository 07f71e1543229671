import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import type { MakeEndpoint, StripeCall } from './endpoint.ts';
import { type Expandable, expanded } from './expansion.ts';
import { type Listed, listPage, listParams } from './lists.ts';
import { expand, readParams, text } from './params.ts';
import { missing } from './refusal.ts';

export const RetrieveParams = z.strictObject({ expand });

interface Objects<T> {
  /** Its name in Stripe's messages. */
  kind: string;
  /** Below /v1. */
  path: string;
  /** Oldest first. */
  entries: { values: () => T[]; get: (id: string) => T | undefined };
  /** The fields that a parameter of the list compares; several values are alternatives. */
  filters?: Record<string, keyof T>;
  /** The parameter that Stripe names when the id is unknown. */
  param?: string;
}

export interface ObjectEndpoints {
  /** `GET /` and `GET /:id`. */
  read: <T extends Listed & Expandable>(objects: Objects<T>) => Router;
  list: <T extends Listed & Expandable>(objects: Objects<T>) => RequestHandler;
  /** A POST that answers with the object that `act` returns. */
  change: <P extends { expand?: string[] | undefined }>(
    schema: z.ZodType<P>,
    act: (params: P, call: StripeCall) => Expandable,
  ) => RequestHandler;
}

/** The endpoints of objects that only the secret key may read and change. */
export function objectEndpoints(account: StripeAccount, endpoint: MakeEndpoint): ObjectEndpoints {
  const list: ObjectEndpoints['list'] = ({ kind, path, entries, filters = {} }) => {
    const comparable = z.union([z.array(text), text]).optional();
    const names = Object.entries(filters);
    const Filters = z.object(Object.fromEntries(names.map(([name]) => [name, comparable])));
    const Params = z.strictObject({ ...listParams, expand, ...Filters.shape });
    return endpoint('secret', ({ params: given }) => {
      const params = readParams(Params, given);
      const wanted = Filters.parse(params);
      return () => {
        const matching = entries
          .values()
          .filter((entry) =>
            names.every(
              ([name, field]) => !wanted[name] || [wanted[name]].flat().includes(`${entry[field]}`),
            ),
          );
        const page = listPage({ kind, url: `/v1/${path}`, entries: matching }, params);
        const paths = params.expand?.map((each) => each.replace(/^data\./, ''));
        return { ...page, data: page.data.map((entry) => expanded(account, entry, paths)) };
      };
    });
  };
  return {
    list,
    read(objects) {
      const retrieve = endpoint('secret', ({ params: given, id }) => {
        const params = readParams(RetrieveParams, given);
        return () => {
          const found = objects.entries.get(id);
          if (!found) throw missing(objects.kind, id, objects.param);
          return expanded(account, found, params.expand);
        };
      });
      return Router().get('/', list(objects)).get('/:id', retrieve);
    },
    change: (schema, act) =>
      endpoint('secret', (call) => {
        const params = readParams(schema, call.params);
        return () => expanded(account, act(params, call), params.expand);
      }),
  };
}
