import { randomUUID } from 'node:crypto';
import { huntUpdated, type ProductSnapshot } from '@cairn/contracts/events/hunts.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { deliver, drainOutbox } from '@cairn/testing/drain.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeMembership } from '../src/consumers.ts';
import { findMembership } from '../src/memberships/memberships.store.ts';
import { publishDueProducts } from '../src/products/products.service.ts';
import {
  type Catalog,
  disputed,
  getSnapshot,
  handOver,
  newPurchase,
  recorded,
  refunded,
  startCatalog,
} from './start-catalog.ts';

let catalog: Catalog;
let huntId: string;
let start: ProductSnapshot;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
});

afterAll(async () => {
  await catalog.stop();
});

beforeEach(async () => {
  await catalog.pool.query('DELETE FROM memberships');
  await catalog.pool.query('UPDATE hunts SET product_published_at = NULL, product_due_at = NULL');
  await drainOutbox(catalog.pool, catalog.bus);
  start = await getSnapshot(catalog.url, 'vt-troll-hunt');
  huntId = start.product.id;
});

/** The snapshots of hunt.updated since the last call; throws if another event was published. */
async function published(): Promise<ProductSnapshot[]> {
  await publishDue();
  const events = await drainOutbox(catalog.pool, catalog.bus);
  for (const { type } of events) if (type !== 'hunt.updated') throw new Error(`published ${type}`);
  return events.map(({ data }) => huntUpdated.schema.parse(data));
}

/** Publishes the products that have a due time, as the loop of the service does. */
async function publishDue(): Promise<void> {
  const { pool, publish } = catalog.context;
  await pool.query('UPDATE hunts SET product_due_at = now() WHERE product_due_at IS NOT NULL');
  await publishDueProducts(pool, publish);
}

/** Versions without a gap, and the last product is the current one. */
async function expectPublished(snapshots: ProductSnapshot[]): Promise<void> {
  const steps = snapshots.map((_, index) => index + 1);
  expect(snapshots.map(({ version }) => version - start.version)).toEqual(steps);
  expect(snapshots.at(-1)).toEqual(await getSnapshot(catalog.url, 'vt-troll-hunt'));
}

async function insertHunt(id: string, handle: string): Promise<void> {
  await catalog.pool.query(
    `INSERT INTO hunts (id, handle, title, region, description, intro, rules, status, price_cents,
                        currency, base_value_cents, bonus_per_purchase_cents, position)
     SELECT $1, $2, title, region, description, intro, rules, status, price_cents,
            currency, base_value_cents, bonus_per_purchase_cents, 9 FROM hunts WHERE id = $3`,
    [id, handle, huntId],
  );
}

async function valueNow() {
  const { product } = await getSnapshot(catalog.url, 'vt-troll-hunt');
  return { bonus: product.purchase_bonus, participants: product.participants };
}

describe('a purchase', () => {
  it('adds a member and raises the prize, in one hunt.updated with the next version', async () => {
    expect(await handOver(catalog.url, recorded(newPurchase(huntId)))).toBe('applied');
    expect(await published()).toEqual([
      {
        version: start.version + 1,
        product: { ...start.product, purchase_bonus: 10, participants: 1 },
      },
    ]);
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
  });

  it('shares a hunt.updated with the others soon after the last one', async () => {
    // Keeps the interval open, however slow the machine is.
    await catalog.pool.query(`UPDATE hunts SET product_published_at = now() + interval '1 hour'`);
    for (let i = 0; i < 3; i++) await handOver(catalog.url, recorded(newPurchase(huntId)));
    expect(await drainOutbox(catalog.pool, catalog.bus)).toEqual([]);
    const snapshots = await published();
    expect(snapshots).toHaveLength(1);
    expect(snapshots[0]?.product).toMatchObject({ purchase_bonus: 30, participants: 3 });
    await expectPublished(snapshots);
    expect(await published()).toEqual([]);
  });

  it('has the same effect by Kafka', async () => {
    await deliver(catalog.bus, recorded(newPurchase(huntId)));
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
  });

  it('P-2.2 is applied once, despite repeats by hand-over and Kafka', async () => {
    const event = recorded(newPurchase(huntId));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => handOver(catalog.url, event)),
    );
    for (let i = 0; i < 3; i++) await deliver(catalog.bus, event);
    expect(answers.toSorted()).toEqual(['applied', ...Array(9).fill('duplicate')]);
    expect(await published()).toHaveLength(1);
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
  });

  it('with a repeated version and another event id changes and publishes nothing', async () => {
    const purchase = newPurchase(huntId);
    await handOver(catalog.url, recorded(purchase));
    await published();
    expect(await handOver(catalog.url, recorded(purchase))).toBe('applied');
    expect(await published()).toEqual([]);
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
  });

  it('adds just the bonus that it was made with, to the cent', async () => {
    for (const bonusCents of [10, 20, 1_999, 0, 333, 1]) {
      await handOver(catalog.url, recorded(newPurchase(huntId), { bonusCents }));
    }
    expect(await valueNow()).toEqual({ bonus: 23.63, participants: 6 });
  });

  it('leaves the other hunt alone', async () => {
    const other = await getSnapshot(catalog.url, 'porter-stash');
    await handOver(catalog.url, recorded(newPurchase(huntId)));
    expect(await getSnapshot(catalog.url, 'porter-stash')).toEqual(other);
  });

  it('of an unknown hunt waits, and counts once the hunt exists', async () => {
    const lateHunt = randomUUID();
    expect(await handOver(catalog.url, recorded(newPurchase(lateHunt)))).toBe('parked');
    await insertHunt(lateHunt, 'late-hunt');
    await catalog.pool.query('UPDATE parked_events SET next_try_at = now()');
    const { product } = await waitUntil(async () => {
      const snapshot = await getSnapshot(catalog.url, 'late-hunt');
      return snapshot.product.participants === 1 ? snapshot : null;
    });
    expect(product.purchase_bonus).toBe(10);
  });

  it('P-2.4 that cannot be applied delays later events of its buyer, not other buyers of the hunt', async () => {
    const [blockedHunt, otherHunt] = [randomUUID(), huntId];
    const blocked = newPurchase(blockedHunt);
    expect(await handOver(catalog.url, recorded(blocked))).toBe('parked');
    await catalog.pool.query(`UPDATE parked_events SET next_try_at = 'infinity'`);
    await insertHunt(blockedHunt, 'blocked-hunt');
    expect(await handOver(catalog.url, recorded(newPurchase(blockedHunt)))).toBe('applied');
    expect(await handOver(catalog.url, refunded(blocked))).toBe('parked');
    const next = newPurchase(otherHunt, blocked.userId);
    expect(await handOver(catalog.url, recorded(next))).toBe('parked');
    await catalog.pool.query('DELETE FROM parked_events');
  });

  it('of what cannot be a hunt waits as well, and holds up no other', async () => {
    expect(await handOver(catalog.url, recorded(newPurchase('not-a-uuid')))).toBe('parked');
    expect(await handOver(catalog.url, recorded(newPurchase(huntId)))).toBe('applied');
  });
});

describe('a refund', () => {
  it('removes member and bonus', async () => {
    const [kept, returned] = [newPurchase(huntId), newPurchase(huntId)];
    await handOver(catalog.url, recorded(kept));
    await handOver(catalog.url, recorded(returned));
    await handOver(catalog.url, refunded(returned));
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
    await expectPublished(await published());
  });

  it('P-1.6 that is pending ends the membership, and a failed one restores it', async () => {
    const purchase = newPurchase(huntId);
    await handOver(catalog.url, recorded(purchase));
    await handOver(catalog.url, refunded(purchase, { outcome: 'pending' }));
    expect(await valueNow()).toEqual({ bonus: 0, participants: 0 });
    await handOver(catalog.url, refunded(purchase, { version: 3, outcome: 'failed' }));
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
  });

  it('that arrives before its purchase wins', async () => {
    const purchase = newPurchase(huntId);
    await handOver(catalog.url, refunded(purchase));
    expect(await handOver(catalog.url, recorded(purchase))).toBe('applied');
    expect(await valueNow()).toEqual({ bonus: 0, participants: 0 });
  });
});

describe('a dispute', () => {
  it('ends the membership while it is open and restores it when it is won', async () => {
    const purchase = newPurchase(huntId);
    await handOver(catalog.url, recorded(purchase));
    await handOver(catalog.url, disputed(purchase));
    expect(await valueNow()).toEqual({ bonus: 0, participants: 0 });
    await handOver(catalog.url, disputed(purchase, { version: 3, outcome: 'won' }));
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
  });

  it('that is lost ends the membership, which an older event cannot restore', async () => {
    const purchase = newPurchase(huntId);
    await handOver(catalog.url, recorded(purchase));
    await handOver(catalog.url, disputed(purchase, { version: 4, outcome: 'lost' }));
    await handOver(catalog.url, disputed(purchase, { version: 3, outcome: 'won' }));
    expect(await valueNow()).toEqual({ bonus: 0, participants: 0 });
  });

  it('that was won before the purchase came counts with the bonus of the purchase', async () => {
    const purchase = newPurchase(huntId);
    await handOver(catalog.url, disputed(purchase, { version: 3, outcome: 'won' }));
    expect(await valueNow()).toEqual({ bonus: 0, participants: 1 });
    await handOver(catalog.url, recorded(purchase));
    expect(await valueNow()).toEqual({ bonus: 10, participants: 1 });
  });
});

describe('two changes of one purchase at the same moment', () => {
  it('are serialised by the lock of the hunt, so that neither overwrites the other', async () => {
    const { pool, publish } = catalog.context;
    const purchase = newPurchase(huntId);
    const change = { ...purchase, huntId, version: 1, status: 'completed' as const };
    let second: Promise<void> = Promise.resolve();
    await inTransaction(pool, async (tx) => {
      await changeMembership(tx, publish, { ...change, bonusCents: 1_000 });
      second = inTransaction(pool, (other) =>
        changeMembership(other, publish, {
          ...change,
          version: 2,
          status: 'refunded',
          bonusCents: null,
        }),
      );
      await waitUntil(async () => {
        const { rows } = await pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length > 0;
      });
    });
    await second;
    expect(await findMembership(pool, purchase.purchaseId)).toMatchObject({
      version: 2,
      status: 'refunded',
      bonusCents: 1_000,
    });
    const snapshots = await published();
    expect(snapshots[0]?.product.participants).toBe(1);
    await expectPublished(snapshots);
    expect(await valueNow()).toEqual({ bonus: 0, participants: 0 });
  });
});

describe('100 purchases at once', () => {
  it('through two copies of the service are counted exactly, under increasing versions', async () => {
    const copy = await catalog.startCopy();
    const events = Array.from({ length: 100 }, () => recorded(newPurchase(huntId)));
    await Promise.all(
      events.map(async (event, index) => {
        const [first, second] = index % 2 ? [catalog.url, copy.url] : [copy.url, catalog.url];
        await Promise.all([handOver(first, event), handOver(second, event)]);
      }),
    );
    const snapshots = await published();
    await expectPublished(snapshots);
    const participants = snapshots.map(({ product }) => product.participants);
    expect(participants).toEqual(participants.toSorted((a, b) => a - b));
    expect(await valueNow()).toEqual({ bonus: 1_000, participants: 100 });
  });
});
