import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { TestStack } from '../e2e/stack.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, type Player, pay, recordPurchase } from '../support/player.ts';

const PLAYERS = 12;
/** Addresses of two loads at once differ. */
let loads = 0;
const LANES = 3;
const TIMEOUT_MS = 90_000;
/** A user's delay before pressing the button again. */
const RETRY_DELAY_MS = 300;

export type PurchaseLoad = {
  bought(): number;
  /** Resolves after `count` more purchases. */
  more(count: number): Promise<unknown>;
  /** Resolves when the purchases in progress are complete; throws the error of a failed lane. */
  stop(): Promise<void>;
};

type Hunt = { id: string };
type Buyers = Pick<TestStack, 'site' | 'admin'>;

/** Players who keep buying one hunt after another, and retry each step until it succeeds. */
export async function startPurchases(stack: Buyers, playerCount = PLAYERS): Promise<PurchaseLoad> {
  const players: Player[] = [];
  const load = loads++;
  // Sequential: each sign-up costs a hash, and sign-ups are not under test.
  for (let index = 0; index < playerCount; index += 1) {
    const address = `127.0.${100 + (load % 100)}.${index + 1}`;
    players.push(await untilDone('a player', () => createPlayer(stack.site, address)));
  }
  const huntAt = createHunts(stack);
  let [next, count, isOver] = [0, 0, false];

  async function lane(): Promise<void> {
    while (!isOver) {
      const index = next++;
      const player = players[index % playerCount];
      if (!player) return;
      await buy(stack, player, await huntAt(Math.floor(index / playerCount)));
      count += 1;
    }
  }

  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  // `more` or `stop` reports the failure, whichever is called first.
  lanes.catch(() => {});
  return {
    bought: () => count,
    more(wanted) {
      const until = count + wanted;
      const reached = waitUntil(() => count >= until, {
        what: `${wanted} more purchases`,
        timeoutMs: TIMEOUT_MS,
      });
      return Promise.race([reached, lanes.then(() => reached)]);
    },
    async stop() {
      isOver = true;
      await lanes;
    },
  };
}

async function buy({ site }: Buyers, player: Player, hunt: Hunt): Promise<void> {
  const intentId = await untilDone('a payment', () =>
    pay(site, player, hunt).catch((error: Error) => {
      // Paid, but the response was lost, and the webhook recorded the purchase.
      if (error.message.includes('already joined')) return null;
      throw error;
    }),
  );
  if (!intentId) return;
  await untilDone('a purchase', async () => {
    const { status, body } = await recordPurchase(player, hunt, intentId);
    // 202: recorded, but a service has not applied it yet.
    if (status !== 200 && status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  });
}

/** Creates the next hunt before all players have joined the current one, so that no player waits. */
function createHunts({ site, admin }: Buyers): (index: number) => Promise<Hunt> {
  const client = createClient(site.url);
  const hunts: Promise<Hunt>[] = [];
  const create = () =>
    untilDone('a hunt', async () => {
      const session = (await client.post('/api/auth/login', admin)).body as Session;
      const hunt = {
        handle: `load-${randomBytes(6).toString('hex')}`,
        title: 'A hunt of the load',
        region: 'Nowhere',
        description: 'Made to be joined.',
        price_amount: 10,
        status: 'active',
      };
      const { status, body } = await client.post('/api/admin/hunts', hunt, session);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body as Hunt;
    });
  return (index) => {
    while (hunts.length < index + 4) hunts.push(create());
    return hunts[index] ?? create();
  };
}

async function untilDone<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await step();
    } catch (cause) {
      if (Date.now() > end) throw new Error(`${what} never came about`, { cause });
    }
    await delay(RETRY_DELAY_MS);
  }
}
