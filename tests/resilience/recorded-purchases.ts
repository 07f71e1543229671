import { flag } from '@cairn/testing/linearizability.ts';
import { createClient } from '../support/http.ts';
import type { History } from './history.ts';
import type { Purchase } from './purchase-load.ts';

type User = { products: string[] };

/**
 * Read-your-writes: from the confirmation of a purchase on, auth lists the hunt and catalog shows it
 * at every gateway; before its end both may be true already, and stay so.
 */
export function recordPurchases(gateways: readonly string[], history: History) {
  return async ({ player, hunt, buy }: Purchase): Promise<void> => {
    const name = `of ${player.email} in ${hunt.handle}`;
    const listed = history.object(`the product ${name}`, flag);
    const member = history.object(`the membership ${name}`, flag);
    const readAt = (gateway: string) => {
      const client = createClient(gateway);
      return Promise.all([
        listed.call(
          'read',
          () => client.get('/api/auth/verify', player),
          ({ status, body }) =>
            status === 200 ? (body as User).products.includes(hunt.id) : undefined,
        ),
        member.call(
          'read',
          () => client.get(`/api/hunt/data/${hunt.handle}`, player),
          ({ status }) => ({ 200: true, 403: false })[status],
        ),
      ]);
    };
    const sets = [listed.begin('set'), member.begin('set')];
    const [isConfirmed] = await Promise.all([buy(), ...gateways.map(readAt)]);
    if (isConfirmed) for (const set of sets) set.complete(true);
    await Promise.all(gateways.map(readAt));
  };
}
