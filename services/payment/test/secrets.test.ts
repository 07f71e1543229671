import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STRIPE_SECRET_KEY, WEBHOOK_SECRETS } from './stripe-sandbox.ts';
import {
  begin,
  eventOf,
  intentIdOf,
  newPlayer,
  record,
  sendWebhook,
  startWorld,
  type World,
} from './world.ts';

const CARD = { number: '4000002500003155', cvc: '737', exp_month: 12, exp_year: 2039 };
const DECLINED = { ...CARD, number: '4000000000009995' };
const EMAIL = 'payer@example.com';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(async () => {
  await world.stop();
});

test('P-1.8 no card number, CVC, client secret or key in any row, event or log line', async () => {
  const [player, hunt] = [newPlayer(), world.addHunt()];
  const { stripe } = world.sandbox;
  const confirmWith = (id: string, card: typeof CARD) =>
    stripe.paymentIntents.confirm(id, {
      payment_method_data: {
        type: 'card',
        billing_details: { email: EMAIL, name: 'Petra Payer' },
        card,
      } as never,
      receipt_email: EMAIL,
    });

  const first = await begin(world, player, hunt.productId);
  const { clientSecret } = first.body as { clientSecret: string };
  const paymentIntentId = intentIdOf(first.body);
  await expect(confirmWith(paymentIntentId, DECLINED)).rejects.toMatchObject({
    code: 'card_declined',
  });
  expect((await confirmWith(paymentIntentId, CARD)).status).toBe('requires_action');
  const claim = { productId: hunt.productId, paymentIntentId };
  expect((await record(world, player, claim)).status).toBe(402);
  // What a confused page might send.
  const confused = { ...claim, paymentIntentId: clientSecret };
  expect((await record(world, player, confused)).status).toBe(404);
  await call(`${world.url}/api/record-purchase?client_secret=${clientSecret}`, {
    token: player.token,
    json: { ...claim, clientSecret, card: CARD },
  });

  await stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
  const types = ['created', 'payment_failed', 'requires_action', 'succeeded'];
  for (const type of types) {
    const event = await eventOf(world, paymentIntentId, `payment_intent.${type}`);
    expect(JSON.stringify(event)).toContain(clientSecret);
    expect((await sendWebhook(world, event)).status).toBe(200);
  }
  expect((await record(world, player, claim)).status).toBe(200);
  // Stripe refuses to cancel what is paid, and shows the whole intent with its refusal.
  await world.pool.query("UPDATE payment_attempts SET state = 'open'");
  await world.pool.query('DELETE FROM purchases');
  world.offers.set(hunt.productId, { ...hunt, priceCents: 2500 });
  expect((await begin(world, player, hunt.productId)).status).toBe(409);
  await world.sandbox.setFaults({ status: 500 });
  const other = newPlayer();
  expect((await begin(world, other, hunt.productId)).status).toBe(502);

  const kept = {
    rows: await dump(),
    log: world.log.join('\n'),
    events: JSON.stringify(world.handed),
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
    // Behind a point or a colon it is the part of a time, or how long something took.
    expect(text, `CVC in ${where}`).not.toMatch(/"(cvc|number)"|(?<![.:])\b737\b/);
  }
});

/** Every row of every table of the schema, as text. */
async function dump(): Promise<string> {
  const tables = await world.pool.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'payment'`,
  );
  const rows = await Promise.all(
    tables.rows.map(({ table_name: name }) =>
      world.pool.query(`SELECT row_to_json(t)::text AS row FROM ${name} t`),
    ),
  );
  expect(rows.length).toBeGreaterThan(6);
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n');
}
