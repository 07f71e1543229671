import { randomUUID } from 'node:crypto';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
  purchaseRejected,
} from '@cairn/contracts/events/purchases.ts';
import { emailRequested, sealedTokenContext, userUpdated } from '@cairn/contracts/events/users.ts';
import { seal } from '@cairn/service-kit/seal.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';

let notification: Notification;

beforeAll(async () => {
  notification = await startNotification();
  await notification.startWorker();
});

afterAll(() => notification.stop());

describe('mails', () => {
  it('sends a verification mail once, with the unsealed link, despite repeated events', async () => {
    const userId = await notification.register('ann@example.com');
    const event = verificationFor(userId, 'ann@example.com', 'token-of-ann');
    await notification.deliver(event);
    await notification.deliver(event);
    await dispatchAndWaitFor('ann@example.com', 1);
    await notification.context.dispatcher.dispatch();
    const [mail, ...more] = await notification.mailsTo('ann@example.com');
    expect(more).toEqual([]);
    expect(mail?.text).toContain('https://cairn.example/verify-email?token=token-of-ann');
  });

  it('stores neither address nor token after a mail is sent', async () => {
    const userId = await notification.register('bo@example.com');
    await notification.deliver(verificationFor(userId, 'bo@example.com', 'token-of-bo'));
    await dispatchAndWaitFor('bo@example.com', 1);
    const row = await waitUntil(() => findDelivery(userId, 'sent'));
    expect(row).toMatchObject({ address: null, sealed_token: null, attempts: 1 });
    expect(row['provider_message_id']).toEqual(expect.any(String));
  });

  it('sends a receipt to the current address and turns email alerts on for the hunt', async () => {
    const userId = await notification.register('old@example.com');
    await notification.deliver(
      makeEvent(userUpdated, {
        userId,
        version: 2,
        email: 'new@example.com',
        firstName: 'Cy',
        lastName: null,
        emailVerified: true,
        status: 'active',
      }),
    );
    const purchase = purchaseOf(userId);
    await notification.deliver(purchase);
    await dispatchAndWaitFor('new@example.com', 1);
    const [mail] = await notification.mailsTo('new@example.com');
    expect(mail?.subject).toBe('Your receipt: The Vermont Troll');
    expect(mail?.text).toContain('You are in, Cy');
    const { body } = await call(`${notification.url}/internal/users/${userId}/alerts`, {
      isInternal: true,
    });
    expect(body).toEqual({
      alerts: [
        expect.objectContaining({
          product_title: 'The Vermont Troll',
          email_alerts: true,
          sms_alerts: false,
          last_notified_at: null,
        }),
      ],
    });
  });

  it('sends mails about a refund, a dispute and a rejected purchase, and none about a pending refund', async () => {
    const userId = await notification.register('back@example.com');
    const reversal = {
      purchaseId: randomUUID(),
      userId,
      productId: randomUUID(),
      version: 2,
      amountCents: 2000,
      currency: 'USD',
      at: new Date().toISOString(),
      productTitle: 'The Vermont Troll',
      handle: 'vt-troll-hunt',
    };
    await notification.deliver(makeEvent(purchaseRefunded, { ...reversal, outcome: 'pending' }));
    await notification.deliver(makeEvent(purchaseRefunded, { ...reversal, outcome: 'succeeded' }));
    await notification.deliver(makeEvent(purchaseDisputed, { ...reversal, outcome: 'open' }));
    await notification.deliver(makeEvent(purchaseRejected, { ...reversal, cause: 'twice' }));
    await dispatchAndWaitFor('back@example.com', 3);
    const mails = await notification.mailsTo('back@example.com');
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'We are sending your payment back: The Vermont Troll',
      'Your payment is disputed: The Vermont Troll',
      'Your refund: The Vermont Troll',
    ]);
  });

  it('sends two mails to a member of a hunt that is called off: at the request and at the refund', async () => {
    const userId = await notification.register('called-off@example.com');
    const reversal = {
      purchaseId: randomUUID(),
      userId,
      productId: randomUUID(),
      version: 2,
      amountCents: 2000,
      currency: 'USD',
      at: new Date().toISOString(),
      productTitle: 'The Vermont Troll',
      handle: 'vt-troll-hunt',
      cancellation: { reason: 'The river <has> washed out the road.' },
    };
    await notification.deliver(makeEvent(purchaseRefunded, { ...reversal, outcome: 'pending' }));
    await dispatchAndWaitFor('called-off@example.com', 1);
    const [first] = await notification.mailsTo('called-off@example.com');
    expect(first?.subject).toBe('The Vermont Troll is called off');
    expect(first?.text).toContain('The river <has> washed out the road.');
    expect(first?.html).toContain('The river &lt;has&gt; washed out the road.');
    await notification.deliver(
      makeEvent(purchaseRefunded, { ...reversal, version: 3, outcome: 'succeeded' }),
    );
    await dispatchAndWaitFor('called-off@example.com', 2);
    const [, second] = await notification.mailsTo('called-off@example.com');
    expect(second?.subject).toBe('Your refund: The Vermont Troll');
    expect(second?.text).toContain('The hunt is called off');
    expect(second?.text).not.toContain('join again');
  });

  it('waits for a recipient whose event arrives after the purchase', async () => {
    const purchase = purchaseOf(randomUUID());
    await notification.deliver(purchase);
    const userId = (purchase.data as { userId: string }).userId;
    await notification.context.dispatcher.dispatch();
    const row = await waitUntil(async () => {
      const found = await findDelivery(userId, 'pending');
      return found?.['attempts'] === 1 ? found : null;
    });
    expect(row['last_error']).toBe('the recipient is not known yet');
  });

  it('ignores an older version of a user', async () => {
    const userId = await notification.register('v1@example.com');
    const person = {
      userId,
      firstName: null,
      lastName: null,
      emailVerified: true,
      status: 'active' as const,
    };
    await notification.deliver(
      makeEvent(userUpdated, { ...person, version: 3, email: 'v3@example.com' }),
    );
    await notification.deliver(
      makeEvent(userUpdated, { ...person, version: 2, email: 'v2@example.com' }),
    );
    const { rows } = await pool().query('SELECT email FROM recipients WHERE user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ email: 'v3@example.com' }]);
  });

  it('refuses the internal route to a caller without the secret', async () => {
    const { status } = await call(`${notification.url}/internal/users/${randomUUID()}/alerts`);
    expect(status).toBe(403);
  });
});

function verificationFor(userId: string, email: string, token: string) {
  const template = 'verification' as const;
  return makeEvent(emailRequested, {
    userId,
    email,
    template,
    sealedToken: seal(token, notification.linkSealKey, sealedTokenContext({ userId, template })),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
}

function purchaseOf(userId: string) {
  return makeEvent(purchaseRecorded, {
    purchaseId: randomUUID(),
    userId,
    productId: randomUUID(),
    version: 1,
    productTitle: 'The Vermont Troll',
    handle: 'vt-troll-hunt',
    region: 'Vermont',
    amountCents: 2000,
    currency: 'USD',
    bonusCents: 1000,
    paymentIntentId: 'pi_1',
    recordedAt: new Date().toISOString(),
  });
}

const pool = () => notification.context.pool;

async function findDelivery(
  userId: string,
  state: string,
): Promise<Record<string, unknown> | null> {
  const { rows } = await pool().query(
    'SELECT * FROM deliveries WHERE user_id = $1 AND state = $2',
    [userId, state],
  );
  return rows[0] ?? null;
}

async function dispatchAndWaitFor(address: string, count: number): Promise<void> {
  await notification.context.dispatcher.dispatch();
  await waitUntil(async () => (await notification.mailsTo(address)).length >= count, {
    what: `a mail to ${address}`,
  });
}
