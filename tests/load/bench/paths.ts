import type { Request } from 'autocannon';
import type { TestStack } from '../../e2e/stack.ts';
import { type Load, load } from './load.ts';
import { preparePurchases } from './purchases.ts';

export type Path = {
  what: string;
  /** Sends a few seconds of load to a gateway, or to a balancer before several copies: as much to each. */
  run(baseUrl: string, copies?: number): Promise<Load>;
};

/** Of one run. */
const PURCHASES = 30;
const PLAYERS = 40;
const SECONDS = 3;
/** For each copy. */
const CONNECTIONS = 3;
/** A second to each copy, below saturation. */
const [READS, LOGINS] = [150, 4];

/** The paths whose costs are compared; purchases are prepared for so many runs. */
export async function preparePaths(stack: TestStack, runs: number): Promise<Path[]> {
  const counts = { spread: PURCHASES * runs, players: PLAYERS };
  const { spread, member } = await preparePurchases(stack, counts);
  const headers = { authorization: `Bearer ${member.token}` };
  const login: Pick<Request, 'method' | 'headers' | 'body'> = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(stack.admin),
  };
  const read = (path: string, request = {}) => ({
    what: `GET ${path}`,
    run: (base: string, copies = 1) =>
      load({
        url: `${base}${path}`,
        connections: CONNECTIONS * copies,
        seconds: SECONDS,
        perSecond: READS * copies,
        request,
      }),
  });
  return [
    // First: the member of the hunt bought it.
    {
      what: 'POST /api/record-purchase',
      run: (base, copies = 1) =>
        load({
          url: `${base}/api/record-purchase`,
          connections: CONNECTIONS * copies,
          requests: spread.splice(0, PURCHASES),
        }),
    },
    read('/api/products'),
    read('/api/auth/verify', { headers }),
    read(`/api/hunt/data/${member.handle}`, { headers }),
    {
      what: 'POST /api/auth/login',
      run: (base, copies = 1) =>
        load({
          url: `${base}/api/auth/login`,
          connections: CONNECTIONS * copies,
          seconds: SECONDS,
          perSecond: LOGINS * copies,
          request: login,
        }),
    },
  ];
}
