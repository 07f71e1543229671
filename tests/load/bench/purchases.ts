import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { Request } from 'autocannon';
import type { TestStack } from '../../e2e/stack.ts';
import { createClient } from '../../support/http.ts';
import { createPlayer, findProduct, type Player, pay } from '../../support/player.ts';

const HUNTS = 20;
const AT_ONCE = 4;

/** Creates paid intents, and for each the request that records it. */
export async function preparePurchases(stack: TestStack, count: number): Promise<Request[]> {
  const { site } = stack;
  await dropWebhooks(stack);
  const handles = await createHunts(stack);
  const client = createClient(site.url);
  const products = await Promise.all(handles.map((handle) => findProduct(client, handle)));
  const players: Player[] = [];
  for (let index = 0; index < count / HUNTS; index += 1) players.push(await createPlayer(site));
  const requests: Request[] = [];
  await atOnce(AT_ONCE, count, async (index) => {
    const player = players[Math.floor(index / HUNTS)];
    const product = products[index % HUNTS];
    if (!player || !product) throw new Error('too few of them');
    requests.push({
      method: 'POST',
      path: '/api/record-purchase',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${player.token}` },
      body: JSON.stringify({
        productId: product.id,
        paymentIntentId: await pay(site, player, product),
      }),
    });
  });
  return requests;
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

async function createHunts({ site, admin }: TestStack): Promise<string[]> {
  const client = createClient(site.url);
  const session = (await client.post('/api/auth/login', admin)).body as Session;
  const handles = Array.from({ length: HUNTS }, (_, index) => `bench-${index + 1}`);
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
