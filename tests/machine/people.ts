import type { Endpoints } from '../../infra/local/endpoints.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { expectThat } from './cairn.ts';

const HUNT = 'vt-troll-hunt';

/** Signs up a player by the mailed link and joins a hunt, which involves every process. */
export async function joinHunt(endpoints: Endpoints): Promise<Player> {
  const stripePublishableKey = endpoints.stripe?.publishableKey ?? '';
  const site = { url: endpoints.gateway, stripePublishableKey };
  const player = await createPlayer(site, anyLoopback());
  const product = await findProduct(player.client, HUNT);
  const intentId = await pay(site, player, product);
  const { status, body } = await recordPurchase(player, product, intentId);
  expectThat(status === 200, 'a purchase is recorded', JSON.stringify(body));
  return player;
}

/** Expects that the players can log in and are members of the hunt. */
export async function expectMembers(endpoints: Endpoints, players: Player[]): Promise<void> {
  for (const { email, password } of players) {
    const client = createClient(endpoints.gateway, anyLoopback());
    const login = await client.post('/api/auth/login', { email, password });
    expectThat(login.status === 200, `${email} can log in`, JSON.stringify(login));
    const { token } = login.body as { token: string };
    const hunt = await client.get(`/api/hunt/data/${HUNT}`, { token });
    expectThat(hunt.status === 200, `${email} is in the hunt`, JSON.stringify(hunt));
  }
}

/** A random loopback address, because rate limits count per address. */
function anyLoopback(): string {
  const part = () => 1 + Math.floor(Math.random() * 250);
  return `127.${part()}.${part()}.${part()}`;
}
