import { startClaims } from './claim-load.ts';
import type { History } from './history.ts';
import type { Load } from './lanes.ts';
import type { Staff } from './load-hunts.ts';
import { type MessageLoad, startMessages } from './message-load.ts';
import { type PurchaseLoad, startPurchases } from './purchase-load.ts';
import { recordPurchases } from './recorded-purchases.ts';
import { type ResetLoad, startResets } from './reset-load.ts';
import { type SessionLoad, startSessions } from './session-load.ts';

export type MixedLoad = {
  purchases: PurchaseLoad[];
  claims: Load;
  messages: MessageLoad;
  sessions: SessionLoad;
  resets: ResetLoad;
  /** Resolves when each kind of load has gone on by one step. */
  moreOfEach(): Promise<unknown>;
  /** Resolves with the errors of failed lanes when all have ended. */
  stop(): Promise<string[]>;
};

/** Purchases at each gateway, and claims, messages, logins and password resets at all of them. */
export async function startMixedLoad(
  stack: Staff,
  gateways: readonly string[],
  history: History,
): Promise<MixedLoad> {
  const purchases: PurchaseLoad[] = [];
  for (const url of gateways) {
    const site = { ...stack.site, url };
    const around = recordPurchases(gateways, history);
    purchases.push(await startPurchases({ ...stack, site }, 3, around));
  }
  const messages = await startMessages(stack, gateways, history);
  const sessions = await startSessions(stack, gateways, history);
  const resets = await startResets(stack, gateways, history);
  const claims = startClaims(stack, gateways, history);
  const all = [...purchases, claims, messages, sessions, resets];
  return {
    ...{ purchases, claims, messages, sessions, resets },
    moreOfEach: () => Promise.all(all.map((load) => load.more(1))),
    async stop() {
      const ends = await Promise.allSettled(all.map((load) => load.stop()));
      return ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    },
  };
}
