import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  begin,
  eventOf,
  type Harness,
  intentIdOf,
  newPlayer,
  record,
  sendWebhook,
  startHarness,
} from './harness.ts';
import { STRIPE_SECRET_KEY, WEBHOOK_SECRETS } from './stripe-sandbox.ts';

const CARD = { number: '4000002500003155', cvc: '737', exp_month: 12, exp_year: 2039 };
const DECLINED = { ...CARD, number: '4000000000009995' };
const EMAIL = 'payer@example.com';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

test('P-1.8 no card number, CVC, client secret or key in any row, event or log line', async () => {
  const [player, hunt] = [newPlayer(), harness.addHunt()];
  const { stripe } = harness.sandbox;
  const confirmWith = (id: string, card: typeof CARD) =>
    stripe.paymentIntents.confirm(id, {
      payment_method_data: {
        type: 'card',
        billing_details: { email: EMAIL, name: 'Petra Payer' },
        card,
      } as never,
      receipt_email: EMAIL,
    });

  const first = await begin(harness, player, hunt.productId);
  const { clientSecret } = first.body as { clientSecret: string };
  const paymentIntentId = intentIdOf(first.body);
  await expect(confirmWith(paymentIntentId, DECLINED)).rejects.toMatchObject({
    code: 'card_declined',
  });
  expect((await confirmWith(paymentIntentId, CARD)).status).toBe('requires_action');
  const purchaseBody = { productId: hunt.productId, paymentIntentId };
  expect((await record(harness, player, purchaseBody)).status).toBe(402);
  // A faulty page might send these.
  const confused = { ...purchaseBody, paymentIntentId: clientSecret };
  expect((await record(harness, player, confused)).status).toBe(404);
  await call(`${harness.url}/api/record-purchase?client_secret=${clientSecret}`, {
    token: player.token,
    json: { ...purchaseBody, clientSecret, card: CARD },
  });

  await stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
  const types = ['created', 'payment_failed', 'requires_action', 'succeeded'];
  for (const type of types) {
    const event = await eventOf(harness, paymentIntentId, `payment_intent.${type}`);
    expect(JSON.stringify(event)).toContain(clientSecret);
    expect((await sendWebhook(harness, event)).status).toBe(200);
  }
  expect((await record(harness, player, purchaseBody)).status).toBe(200);
  // Stripe refuses to cancel a paid intent, and its error contains the whole intent.
  await harness.pool.query("UPDATE payment_attempts SET state = 'open'");
  await harness.pool.query('DELETE FROM purchases');
  harness.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
  expect((await begin(harness, player, hunt.productId)).status).toBe(409);
  await harness.sandbox.setFaults({ status: 500 });
  const other = newPlayer();
  expect((await begin(harness, other, hunt.productId)).status).toBe(502);

  const kept = {
    rows: await dump(),
    log: harness.log.join('\n'),
    events: JSON.stringify(harness.handed),
  };
  const [, secretPart = ''] = clientSecret.split('_secret_');
  const secrets = {
    clientSecret: secretPart,
    anyClientSecret: '_secret_',
    cardNumber: CARD.number,
    declinedNumber: DECLINED.number,
    email: EMAIL,
    key: STRIPE_SECRET_KEY,
    webhookSecret: WEBHOOK_SECRETS[1],
    token: player.token,
  };
  for (const [where, text] of Object.entries(kept)) {
    expect(text, where).toContain(where === 'events' ? hunt.productId : paymentIntentId);
    for (const [name, secret] of Object.entries(secrets)) {
      expect(text.includes(secret), `${name} in ${where}`).toBe(false);
    }
    // After a point or a colon, digits belong to a time or duration.
    expect(text, `CVC in ${where}`).not.toMatch(/"(cvc|number)"|(?<![.:])\b737\b/);
  }
});

/** Every row of every table of the schema, as text. */
async function dump(): Promise<string> {
  const tables = await harness.pool.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'payment'`,
  );
  const rows = await Promise.all(
    tables.rows.map(({ table_name: name }) =>
      harness.pool.query(`SELECT row_to_json(t)::text AS row FROM ${name} t`),
    ),
  );
  expect(rows.length).toBeGreaterThan(6);
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n');
}
