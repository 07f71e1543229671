import { randomBytes } from 'node:crypto';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { createClient } from '../support/http.ts';
import {
  createPlayer,
  findProduct,
  type Player,
  pay,
  recordPurchase,
  type Site,
} from '../support/player.ts';

export const CODE = 'Fern-Gully 77 OAK';
export const NORMALISED = 'FERNGU11Y770AK';
export const STASH = { code: 'quartz seven 11', phrase: 'amber basin cedar delta ember fjord' };

/** Manages hunts through the routes of the back office. */
export type HuntAdmin = {
  act<Body>(path: string, body: unknown, method?: 'POST' | 'PATCH'): Promise<Body>;
  /** Creates a hunt for one test only. */
  openHunt(change?: object): Promise<StaffHunt>;
  publish(hunt: StaffHunt, title: string, publishAt: Date): Promise<unknown>;
};

export async function loginHuntAdmin(
  site: Site,
  admin: { email: string; password: string },
): Promise<HuntAdmin> {
  const { body } = await createClient(site.url, '127.0.40.1').post('/api/auth/login', admin);
  const { token } = body as { token: string };

  async function act<Body>(path: string, command: unknown, method = 'POST'): Promise<Body> {
    const answer = await fetch(new URL(path, site.url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomBytes(16).toString('hex'),
      },
      body: JSON.stringify(command),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  return {
    act,
    openHunt: (change = {}) => act('/api/admin/hunts', { ...newHunt(), ...change }),
    publish: (hunt, title, publishAt) =>
      act(`/api/admin/hunts/${hunt.id}/clues`, {
        kind: 'clue',
        title,
        body_html: '<p>Look at the <strong>mill</strong>.</p><script>alert(1)</script>',
        publish_at: publishAt.toISOString(),
      }),
  };
}

function newHunt() {
  const name = randomBytes(3).toString('hex');
  return {
    handle: `fern-${name}`,
    title: `The Fern of ${name}`,
    region: 'Maine',
    description: 'A box under ferns.',
    intro: 'It begins at the old mill.',
    rules: 'Stay on public land.\nDig nothing.',
    status: 'active',
    price_amount: 12.5,
    base_value: 500,
    bonus_per_purchase: 5,
    search_area: { lat: 44.1, lng: -70.2, radius_m: 12_000 },
    treasure_code: CODE,
    stash: { ...STASH, code: `${STASH.code} ${name}` },
  };
}

/** Creates a player with a purchase of the hunt. */
export async function createMember(site: Site, { handle }: StaffHunt): Promise<Player> {
  const player = await createPlayer(site);
  const product = await findProduct(player.client, handle);
  const intent = await pay(site, player, product);
  const { status } = await recordPurchase(player, product, intent);
  if (status !== 200) throw new Error(`record-purchase: ${status}`);
  return player;
}
