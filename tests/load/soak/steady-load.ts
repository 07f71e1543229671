import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from '../../e2e/stack.ts';
import { History } from '../../resilience/history.ts';
import { startLanes } from '../../resilience/lanes.ts';
import { startMessages } from '../../resilience/message-load.ts';
import { startPurchases } from '../../resilience/purchase-load.ts';
import { startSessions } from '../../resilience/session-load.ts';
import { newAddress } from '../../support/addresses.ts';
import { createClient } from '../../support/http.ts';
import { type LiveListener, listenTo } from '../../support/live.ts';

/** So many players buy each hunt; a new hunt makes the public list longer. */
const PLAYERS = 24;
const LISTENERS = 20;
const PAUSE_MS = { purchase: 2_000, message: 10_000, session: 2_000, reads: 100 };

export type SteadyLoad = { counts(): Record<string, number>; stop(): Promise<unknown> };

/** Reads of the list, purchases with their webhooks, clues and mailings, logins, and open live streams. */
export async function startSteadyLoad(stack: TestStack): Promise<SteadyLoad> {
  const gateways = [stack.site.url];
  const history = new History();
  const purchases = await startPurchases(stack, PLAYERS, async ({ buy }) => {
    await buy();
    await sleep(PAUSE_MS.purchase);
  });
  const messages = await startMessages(stack, gateways, history, PAUSE_MS.message);
  const sessions = await startSessions(stack, gateways, history, PAUSE_MS.session);
  const listeners: LiveListener[] = [];
  const client = createClient(stack.site.url);
  const reads = startLanes(
    1,
    async (index) => {
      const { status } = await client.get('/api/products');
      if (status !== 200) throw new Error(`products: ${status}`);
      if (index % 10 === 0) listeners.push(await listenTo(stack.site.url, newAddress()));
      if (listeners.length > LISTENERS) listeners.shift()?.leave();
    },
    PAUSE_MS.reads,
  );
  return {
    counts: () => ({
      purchases: purchases.bought(),
      'clues and mailings': messages.done(),
      logins: sessions.counts.logins,
      'reads of the list': reads.done(),
    }),
    async stop() {
      await Promise.all([purchases, messages, sessions, reads].map((load) => load.stop()));
      for (const listener of listeners) listener.leave();
    },
  };
}
