import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthUnderTest, addVerifiedUser, logIn, sessionOf, startAuth } from './start-auth.ts';

let auth: AuthUnderTest;
let player: Session;

beforeAll(async () => {
  auth = await startAuth();
  player = await addVerifiedUser(auth, 'player@example.com');
});
afterAll(() => auth.stop());

describe('the products of a user', () => {
  it('include a purchase handed over by HTTP immediately and exactly once', async () => {
    const event = recorded({ productId: 'troll' });
    const first = await auth.call('/internal/events', { json: event, isInternal: true });
    expect(first).toMatchObject({ status: 200, body: { outcome: 'applied' } });
    expect((await sessionOf(auth, player.token)).products).toEqual(['troll']);
    const again = await auth.call('/internal/events', { json: event, isInternal: true });
    expect(again).toMatchObject({ status: 200, body: { outcome: 'duplicate' } });
    await deliver(auth.bus, event);
    expect((await sessionOf(auth, player.token)).products).toEqual(['troll']);
    const login = await logIn(auth, 'player@example.com');
    expect((login.body as Session).user.products).toEqual(['troll']);
  });

  it('list a product bought twice once, until both purchases are refunded', async () => {
    const { token, user } = await addVerifiedUser(auth, 'twice@example.com');
    const [one, two] = [randomUUID(), randomUUID()];
    const events = [
      recorded({ purchaseId: one, userId: user.id, productId: 'stash' }),
      recorded({ purchaseId: two, userId: user.id, productId: 'stash' }),
    ];
    for (const event of events) await deliver(auth.bus, event);
    expect((await sessionOf(auth, token)).products).toEqual(['stash']);
    await deliver(auth.bus, refunded({ purchaseId: one, userId: user.id, productId: 'stash' }));
    expect((await sessionOf(auth, token)).products).toEqual(['stash']);
    await deliver(auth.bus, refunded({ purchaseId: two, userId: user.id, productId: 'stash' }));
    expect((await sessionOf(auth, token)).products).toEqual([]);
  });

  it.each([
    ['a refund', [], (ids: Ids) => refunded(ids), []],
    ['an open dispute', [], (ids: Ids) => disputed(ids, 'open', 2), []],
    ['a lost dispute', ['open'], (ids: Ids) => disputed(ids, 'lost', 3), []],
    ['a won dispute', ['open'], (ids: Ids) => disputed(ids, 'won', 3), ['map']],
  ] as const)('are updated by %s', async (_, before, last, products) => {
    const { token, user } = await addVerifiedUser(auth, `${randomUUID()}@example.com`);
    const ids = { purchaseId: randomUUID(), userId: user.id, productId: 'map' };
    await deliver(auth.bus, recorded(ids));
    for (const outcome of before) await deliver(auth.bus, disputed(ids, outcome, 2));
    await deliver(auth.bus, last(ids));
    expect((await sessionOf(auth, token)).products).toEqual(products);
  });

  it('converge for every order of the events of a purchase', async () => {
    const { token, user } = await addVerifiedUser(auth, 'orders@example.com');
    for (const order of permutations([0, 1, 2])) {
      const ids = { purchaseId: randomUUID(), userId: user.id, productId: 'kept' };
      const events = [recorded(ids), disputed(ids, 'open', 2), disputed(ids, 'won', 3)];
      for (const index of order) await deliver(auth.bus, pick(events, index));
      expect((await sessionOf(auth, token)).products, `order ${order}`).toEqual(['kept']);
      await deliver(auth.bus, refunded(ids, 4));
    }
    for (const order of permutations([0, 1, 2, 3])) {
      const ids = { purchaseId: randomUUID(), userId: user.id, productId: 'back' };
      const events = [
        recorded(ids),
        disputed(ids, 'open', 2),
        disputed(ids, 'won', 3),
        refunded(ids, 4),
      ];
      for (const index of order) await deliver(auth.bus, pick(events, index));
      expect((await sessionOf(auth, token)).products, `order ${order}`).toEqual([]);
    }
  });

  it('P-1.6 are restored when a refund fails, for every order of the events', async () => {
    const { token, user } = await addVerifiedUser(auth, 'failed-refund@example.com');
    for (const order of permutations([0, 1, 2])) {
      const ids = { purchaseId: randomUUID(), userId: user.id, productId: `failed-${order}` };
      const failed = makeEvent(purchaseRefunded, {
        ...ids,
        ...reversal(),
        version: 3,
        outcome: 'failed',
      });
      const events = [recorded(ids), refunded(ids, 2), failed];
      for (const index of order) await deliver(auth.bus, pick(events, index));
      expect((await sessionOf(auth, token)).products).toContain(ids.productId);
    }
  });

  it('belong to the buyer only, and may be recorded before the user is known', async () => {
    const { token } = await addVerifiedUser(auth, 'bystander@example.com');
    await deliver(auth.bus, recorded({ userId: randomUUID(), productId: 'troll' }));
    expect((await sessionOf(auth, token)).products).toEqual([]);
    const { rows } = await auth.pool.query('SELECT count(*)::int AS count FROM parked_events');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('P-2.4 report a dead letter at the hand-over as not applied, also the second time', async () => {
    const event = recorded({ productId: 'unreadable' });
    const json = { ...event, data: { ...(event.data as object), bonusCents: 'ten' } };
    for (const _ of [1, 2]) {
      const answer = await auth.call('/internal/events', { json, isInternal: true });
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'dead' } });
    }
    expect((await sessionOf(auth, player.token)).products).not.toContain('unreadable');
  });

  it('are handed over by internal callers only', async () => {
    const { status } = await auth.call('/internal/events', {
      json: recorded({ productId: 'stolen' }),
      token: player.token,
    });
    expect(status).toBe(403);
    expect((await sessionOf(auth, player.token)).products).not.toContain('stolen');
  });
});

type Ids = { purchaseId: string; userId: string; productId: string };

function recorded(ids: Partial<Ids>): EventEnvelope {
  return makeEvent(purchaseRecorded, {
    purchaseId: randomUUID(),
    userId: player.user.id,
    productId: 'troll',
    ...ids,
    version: 1,
    productTitle: 'The Troll',
    handle: 'vt-troll-hunt',
    region: 'Vermont',
    amountCents: 2_000,
    currency: 'USD',
    bonusCents: 1_000,
    paymentIntentId: 'pi_1',
    recordedAt: new Date().toISOString(),
  });
}

function refunded(ids: Ids, version = 2): EventEnvelope {
  return makeEvent(purchaseRefunded, { ...ids, ...reversal(), version });
}

function disputed(ids: Ids, outcome: 'open' | 'won' | 'lost', version: number): EventEnvelope {
  return makeEvent(purchaseDisputed, { ...ids, ...reversal(), outcome, version });
}

function reversal() {
  return { amountCents: 2_000, currency: 'USD', at: new Date().toISOString() };
}

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

function pick<Item>(items: Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}
