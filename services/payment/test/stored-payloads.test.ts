import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, sendWebhook, startHarness, stripeEvents } from './harness.ts';
import { buy, reversalEvents } from './purchase-fixtures.ts';

const MIGRATION = new URL('../migrations/006_stripe_event_payloads.sql', import.meta.url);

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

test('P-4.6 the evidence of a dispute is neither stored nor kept by the migration', async () => {
  const bought = await buy(harness);
  await harness.sandbox.dispute(bought.intentId);
  const [event] = await reversalEvents(harness, bought);
  if (!event) throw new Error('no event of the dispute');
  Object.assign(event.data.object, { evidence: { customer_email_address: 'payer@example.com' } });
  await sendWebhook(harness, event);
  const [stored] = await stripeEvents(harness, [event.id]);
  expect(stored.payload.data.object).toMatchObject({ payment_intent: bought.intentId });
  expect(JSON.stringify(stored)).not.toContain('payer@example.com');

  await harness.pool.query('UPDATE stripe_events SET payload = $2 WHERE id = $1', [
    event.id,
    JSON.stringify(event),
  ]);
  const [up = ''] = readFileSync(MIGRATION, 'utf8').split('-- Down Migration');
  await harness.pool.query(up);
  const [migrated] = await stripeEvents(harness, [event.id]);
  expect(JSON.stringify(migrated)).not.toContain('payer@example.com');
  expect(migrated.payload.data.object).toMatchObject(stored.payload.data.object);
});
