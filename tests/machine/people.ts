import type { Endpoints } from '../../infra/local/endpoints.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { expectThat } from './cairn.ts';

const HUNT = 'vt-troll-hunt';

/** Somebody who signs up by a mailed link and joins a hunt: every process has its part in it. */
export async function letSomebodyJoin(endpoints: Endpoints): Promise<Player> {
  const stripePublishableKey = endpoints.stripe?.publishableKey ?? '';
  const site = { url: endpoints.gateway, stripePublishableKey };
  const player = await createPlayer(site, anyLoopback());
  const product = await findProduct(player.client, HUNT);
  const intentId = await pay(site, player, product);
  const { status, body } = await recordPurchase(player, product, intentId);
  expectThat(status === 200, 'a purchase is recorded', JSON.stringify(body));
  return player;
}

/** They are known, by their password, and are in the hunt that they have paid for. */
export async function expectStillIn(endpoints: Endpoints, players: Player[]): Promise<void> {
  for (const { email, password } of players) {
    const client = createClient(endpoints.gateway, anyLoopback());
    const login = await client.post('/api/auth/login', { email, password });
    expectThat(login.status === 200, `${email} can log in`, JSON.stringify(login));
    const { token } = login.body as { token: string };
    const hunt = await client.get(`/api/hunt/data/${HUNT}`, { token });
    expectThat(hunt.status === 200, `${email} is in the hunt`, JSON.stringify(hunt));
  }
}

/** Limits count by address. */
function anyLoopback(): string {
  const part = () => 1 + Math.floor(Math.random() * 250);
  return `127.${part()}.${part()}.${part()}`;
}
