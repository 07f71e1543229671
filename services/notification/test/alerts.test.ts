import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
} from '@cairn/contracts/events/purchases.ts';
import { listAlertsOfUser } from '@cairn/contracts/internal/notification.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { givePhone, join, ownAlerts, purchaseOf, putAlerts } from './preferences.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const email = () => `${randomUUID()}@example.com`;

function snapshotOf(hunt: { id: string; title: string; region: string; handle: string }) {
  return {
    version: 2,
    product: {
      ...hunt,
      type: 'hunt' as const,
      description: '',
      status: 'active' as const,
      base_value: 1000,
      purchase_bonus: 0,
      price_amount: 20,
      price_currency: 'USD' as const,
      hidden_at: null,
      commitment: null,
      search_area: null,
      images: [],
      participants: 1,
    },
  };
}

describe('alert preferences', () => {
  it('have one row per joined hunt, with email on and SMS off', async () => {
    const userId = await notification.register(email());
    const productId = await join(notification, userId);
    expect(await ownAlerts(notification, userId)).toEqual({
      phone: null,
      phoneVerified: false,
      pendingPhone: null,
      emailSuppressed: false,
      suppressedKinds: [],
      emailSuppressedBy: null,
      smsSuppressed: false,
      alerts: [
        {
          product_id: productId,
          product_title: 'The Vermont Troll',
          region: 'Vermont',
          handle: 'vt-troll-hunt',
          email_alerts: true,
          sms_alerts: false,
          last_notified_at: null,
        },
      ],
    });
  });

  it('P-6.6 show the present title, region and handle of a hunt', async () => {
    const userId = await notification.register(email());
    const renamed = await join(notification, userId);
    await join(notification, userId);
    const changes = { title: 'The Maine Troll', region: 'Maine', handle: 'me-troll-hunt' };
    await notification.deliver(makeEvent(huntUpdated, snapshotOf({ id: renamed, ...changes })));
    const { alerts } = await ownAlerts(notification, userId);
    const { title: product_title, region, handle } = changes;
    expect(alerts).toMatchObject([
      { product_id: renamed, product_title, region, handle },
      { product_title: 'The Vermont Troll', region: 'Vermont', handle: 'vt-troll-hunt' },
    ]);
  });

  it('are empty for an unknown user', async () => {
    expect(await ownAlerts(notification, randomUUID())).toMatchObject({ alerts: [], phone: null });
  });

  it('keep a change when the purchase event is repeated', async () => {
    const userId = await notification.register(email());
    const product_id = randomUUID();
    const purchase = purchaseOf(userId, product_id);
    await notification.deliver(purchase);
    const { status, body } = await putAlerts(notification, userId, {
      alerts: [{ product_id, email_alerts: false, sms_alerts: false }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ alerts: [{ product_id, email_alerts: false }] });
    await notification.deliver({ ...purchase, id: randomUUID() });
    const alerts = [{ product_id, email_alerts: false }];
    expect(await ownAlerts(notification, userId)).toMatchObject({ alerts });
  });

  it('return 403 for a hunt without membership and store no change of that call', async () => {
    const [userId, other] = [
      await notification.register(email()),
      await notification.register(email()),
    ];
    const own = await join(notification, userId);
    const foreign = await join(notification, other);
    for (const product_id of [foreign, randomUUID(), 'no-uuid', "'; --"]) {
      const answer = await putAlerts(notification, userId, {
        alerts: [
          { product_id: own, email_alerts: false, sms_alerts: false },
          { product_id, email_alerts: false, sms_alerts: false },
        ],
      });
      expect(answer.status).toBe(403);
    }
    expect((await ownAlerts(notification, userId)).alerts).toMatchObject([{ email_alerts: true }]);
    expect((await ownAlerts(notification, other)).alerts).toMatchObject([{ email_alerts: true }]);
  });

  it('return 409 for SMS without a verified phone and store no change of that call', async () => {
    const userId = await notification.register(email());
    const product_id = await join(notification, userId);
    const wanted = { alerts: [{ product_id, email_alerts: false, sms_alerts: true }] };
    const refused = await putAlerts(notification, userId, wanted);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'Please add and verify a phone number first.' },
    });
    expect((await ownAlerts(notification, userId)).alerts).toMatchObject([{ email_alerts: true }]);
    await givePhone(notification, userId);
    expect((await putAlerts(notification, userId, wanted)).status).toBe(200);
    expect((await ownAlerts(notification, userId)).alerts).toMatchObject([
      { email_alerts: false, sms_alerts: true },
    ]);
  });

  it.each([
    { alerts: 'all' },
    { alerts: [{ product_id: randomUUID(), email_alerts: 'yes', sms_alerts: false }] },
    { alerts: [{ product_id: randomUUID(), email_alerts: true }] },
    { alerts: [null] },
    { emailSuppressed: true },
    {
      alerts: Array.from({ length: 2 }, () => ({
        product_id: 'a',
        email_alerts: true,
        sms_alerts: false,
      })),
    },
  ])('return 400 for invalid input (%#)', async (json) => {
    const userId = await notification.register(email());
    expect((await putAlerts(notification, userId, json)).status).toBe(400);
  });

  it('end as one of 20 concurrent calls set them, completely', async () => {
    const userId = await notification.register(email());
    const ids = [await join(notification, userId), await join(notification, userId)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        putAlerts(notification, userId, {
          alerts: (turn % 4 < 2 ? ids : ids.toReversed()).map((product_id) => ({
            product_id,
            email_alerts: turn % 2 === 0,
            sms_alerts: false,
          })),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { alerts } = await ownAlerts(notification, userId);
    expect(new Set(alerts.map(({ email_alerts }) => email_alerts)).size).toBe(1);
  });
});

describe('the membership of a hunt', () => {
  const reversal = (purchase: EventEnvelope, version: number) => {
    const { purchaseId, userId, productId } = purchaseRecorded.schema.parse(purchase.data);
    const at = new Date().toISOString();
    return { purchaseId, userId, productId, version, amountCents: 2000, currency: 'USD', at };
  };
  const refunded = (
    purchase: EventEnvelope,
    version: number,
    outcome: 'pending' | 'succeeded' | 'failed',
  ) => makeEvent(purchaseRefunded, { ...reversal(purchase, version), outcome });
  const disputed = (purchase: EventEnvelope, version: number, outcome: 'open' | 'won') =>
    makeEvent(purchaseDisputed, { ...reversal(purchase, version), outcome });

  async function joined() {
    const userId = await notification.register(email());
    const productId = randomUUID();
    const purchase = purchaseOf(userId, productId);
    const count = async () => (await ownAlerts(notification, userId)).alerts.length;
    return { userId, productId, purchase, count };
  }

  it('ends the alerts after a refund, also in the back office, and a failed refund restores them', async () => {
    const { userId, productId, purchase, count } = await joined();
    await notification.deliver(purchase);
    await notification.deliver(refunded(purchase, 2, 'pending'));
    expect(await count()).toBe(0);
    const path = listAlertsOfUser.path.replace(':userId', userId);
    const { body } = await call(notification.url + path, { isInternal: true });
    expect(body).toEqual({ alerts: [] });
    const answer = await putAlerts(notification, userId, {
      alerts: [{ product_id: productId, email_alerts: true, sms_alerts: false }],
    });
    expect(answer.status).toBe(403);
    await notification.deliver(refunded(purchase, 3, 'failed'));
    expect(await count()).toBe(1);
  });

  it('ends the alerts after a dispute, and a won dispute restores them', async () => {
    const { purchase, count } = await joined();
    await notification.deliver(purchase);
    await notification.deliver(disputed(purchase, 2, 'open'));
    expect(await count()).toBe(0);
    await notification.deliver(disputed(purchase, 3, 'won'));
    expect(await count()).toBe(1);
  });

  it('does not start when the refund arrives before its purchase, or an old event after a newer one', async () => {
    const { purchase, count } = await joined();
    await notification.deliver(refunded(purchase, 2, 'succeeded'));
    await notification.deliver(purchase);
    expect(await count()).toBe(0);
    await notification.deliver(disputed(purchase, 1, 'won'));
    expect(await count()).toBe(0);
  });

  it('lasts while one of two purchases grants it', async () => {
    const { userId, productId, purchase, count } = await joined();
    await notification.deliver(purchase);
    await notification.deliver(purchaseOf(userId, productId));
    await notification.deliver(refunded(purchase, 2, 'succeeded'));
    expect(await count()).toBe(1);
  });
});
