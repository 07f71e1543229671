import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { KnownValues } from '@cairn/contracts/test/fuzz-requests.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import { inject } from 'vitest';
import { newAddress } from '../support/addresses.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, type Player, pay, recordPurchase } from '../support/player.ts';
import { loginHuntAdmin } from './hunt-admin.ts';

export const FUZZ_CALLERS = ['anonymous', 'player', 'unverified', 'suspended', 'admin'] as const;
export type FuzzCaller = (typeof FUZZ_CALLERS)[number];

export type Fuzzing = {
  known: KnownValues;
  tokenOf(caller: FuzzCaller): string | null;
  /** Logs a caller in whose session a request has ended; does nothing for those who cannot. */
  logInAgain(caller: FuzzCaller): Promise<void>;
};

/** Callers in every role, and other users and hunts that requests may change. */
export async function prepareFuzzing(): Promise<Fuzzing> {
  const site = inject('site');
  const players = new Map<FuzzCaller, Player>();
  for (const caller of FUZZ_CALLERS) {
    if (caller !== 'anonymous') players.set(caller, await createPlayer(site));
  }
  const others = [await createPlayer(site), await createPlayer(site)];
  const admin = await loginHuntAdmin(site, inject('admin'));
  const hunts: StaffHunt[] = [await admin.openHunt(), await admin.openHunt()];
  const known = await listKnown(others, hunts);
  await setRoles(players);

  return {
    known,
    tokenOf: (caller) => players.get(caller)?.token ?? null,
    async logInAgain(caller) {
      const player = players.get(caller);
      if (!player || caller === 'unverified' || caller === 'suspended') return;
      const { email, password } = player;
      const client = createClient(site.url, newAddress());
      const answer = await client.post('/api/auth/login', { email, password });
      if (answer.status !== 200) throw new Error(`login of the ${caller}: ${answer.status}`);
      player.token = (answer.body as Session).token;
    },
  };
}

async function listKnown(others: Player[], hunts: StaffHunt[]): Promise<KnownValues> {
  const [buyer] = others;
  const [hunt] = hunts;
  if (!buyer || !hunt) throw new Error('no buyer, or no hunt');
  const intentId = await pay(inject('site'), buyer, hunt);
  const { body } = await recordPurchase(buyer, hunt, intentId);
  const { purchaseId } = body as { purchaseId: string };
  const [userIds, huntIds] = [others.map((each) => each.userId), hunts.map((each) => each.id)];
  const emails = others.map((each) => each.email);
  return {
    id: [...userIds, ...huntIds, purchaseId],
    ...{ userId: userIds, user: userIds, admin: userIds, hunt: huntIds },
    ...{ productId: huntIds, product_id: huntIds, handle: hunts.map((each) => each.handle) },
    paymentIntentId: [intentId],
    // No mailing to every user of the stack.
    ...{ email: emails, to: emails },
    query: ['SELECT 1', 'SELECT * FROM users', "UPDATE hunts SET title = 'x' WHERE id = 'none'"],
  };
}

async function setRoles(players: Map<FuzzCaller, Player>): Promise<void> {
  const database = createPool({
    url: inject('inside').databaseUrl,
    schema: 'auth',
    name: 'tests',
    onError: () => {},
  });
  const update = (change: string, caller: FuzzCaller) =>
    database.query(`UPDATE users SET ${change} WHERE id = $1`, [players.get(caller)?.userId]);
  await update('is_admin = true', 'admin');
  await update(`status = 'suspended'`, 'suspended');
  await update('email_verified = false', 'unverified');
  await database.end();
}
