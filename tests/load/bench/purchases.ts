import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { Request } from 'autocannon';
import type { TestStack } from '../../e2e/stack.ts';
import { createClient } from '../../support/http.ts';
import { createPlayer, findProduct, type Player, pay, type Site } from '../../support/player.ts';

const AT_ONCE = 4;
/** Hunts whose purchases are spread over the players; each player joins each of them once. */
const HUNTS = 20;

/** How many paid intents of each kind, and players who pay them in turn: by default each pays one of a kind. */
export type PurchaseCounts = {
  spread: number;
  hot?: number;
  unrecorded?: number;
  players?: number;
};

/**
 * Creates paid intents, and for each the request that records it: `spread` over hunts, neighbouring
 * ones of different players, and `hot` for one hunt; `unrecorded` more are left to reconciliation.
 */
export async function preparePurchases(stack: TestStack, counts: PurchaseCounts) {
  const { site } = stack;
  const playerCount = counts.players ?? Math.max(counts.spread, counts.hot ?? 0);
  await dropWebhooks(stack);
  const client = createClient(site.url);
  const handles = await createHunts(stack, HUNTS + 2);
  const products = await Promise.all(handles.map((handle) => findProduct(client, handle)));
  const players: Player[] = [];
  await atOnce(AT_ONCE, playerCount, async () => void players.push(await createPlayer(site)));
  const [member, first] = [players[0], products[0]];
  const [hotHunt, lateHunt] = products.slice(HUNTS);
  if (!member || !first || !hotHunt || !lateHunt) throw new Error('too few of them');

  const payAll = async (count: number, productOf: (index: number) => Product) => {
    const requests: Request[] = [];
    await atOnce(AT_ONCE, count, async (index) => {
      const player = players[index % players.length];
      // By index: the first one is of the player and hunt of `member`.
      if (player) requests[index] = await payAndDescribe(site, player, productOf(index));
    });
    return requests;
  };
  const spread = await payAll(counts.spread, (index) => {
    // Each time its turn comes, a player joins the next hunt.
    const turn = Math.floor(index / playerCount);
    return products[((index % playerCount) + turn) % HUNTS] ?? first;
  });
  const hot = await payAll(counts.hot ?? 0, () => hotHunt);
  await payAll(counts.unrecorded ?? 0, () => lateHunt);
  return { spread, hot, member: { token: member.token, handle: first.handle } };
}

async function payAndDescribe(site: Site, player: Player, product: Product): Promise<Request> {
  return {
    method: 'POST',
    path: '/api/record-purchase',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${player.token}` },
    body: JSON.stringify({
      productId: product.id,
      paymentIntentId: await pay(site, player, product),
    }),
  };
}

/** Otherwise webhooks would record the purchases before the measured requests. */
async function dropWebhooks({ inside }: TestStack): Promise<void> {
  const sandbox = inside.environments.gateway['SANDBOX_URL'];
  const { ok } = await fetch(`${sandbox}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'stripe', webhooks: { drop: true } }),
  });
  if (!ok) throw new Error('the sandbox goes on sending webhooks');
}

async function createHunts({ site, admin }: TestStack, count: number): Promise<string[]> {
  const client = createClient(site.url);
  const session = (await client.post('/api/auth/login', admin)).body as Session;
  const handles = Array.from({ length: count }, (_, index) => `bench-${index + 1}`);
  for (const handle of handles) {
    const hunt = {
      handle,
      title: `The hunt ${handle}`,
      region: 'Nowhere',
      description: 'Made to be measured.',
      price_amount: 10,
      status: 'active',
    };
    const { status, body } = await client.post('/api/admin/hunts', hunt, session);
    if (status !== 201) throw new Error(`a hunt: ${status} ${JSON.stringify(body)}`);
  }
  return handles;
}

async function atOnce(width: number, count: number, work: (index: number) => Promise<void>) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
