import { randomUUID } from 'node:crypto';
import { listDeliveries } from '@cairn/contracts/http/staff-messages.ts';
import { getMessagesOverview } from '@cairn/contracts/http/staff-overview.ts';
import { overviewPeriod } from '@cairn/service-kit/overview-period.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countFailedDeliveries } from '../src/overview/overview.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { asStaff } from './staff.ts';

const DAY = 86_400_000;
const now = Date.now();
const today = Math.floor(now / DAY) * DAY;
const failedAt = [1, 7, 30].flatMap((days) => {
  const from = today - (days - 1) * DAY;
  const previous = from - days * DAY;
  return [from, from - 1, previous, previous - 1, now - days * DAY - 3_600_000];
});

let notification: Notification;
const pool = () => notification.context.pool;

beforeAll(async () => {
  notification = await startNotification();
  for (const state of ['failed', 'sent', 'suppressed']) {
    for (const at of failedAt) await insertDelivery(state, at);
  }
  await pool().query(
    `INSERT INTO contact_messages (name, email, message, status, created_at)
     SELECT 'Ann', 'ann@example.com', 'Hello', status, now() - age
     FROM (VALUES ('open', interval '3 hours'), ('open', interval '1 hour'),
       ('answered', interval '9 hours'), ('closed', interval '9 hours')) AS m (status, age)`,
  );
});

afterAll(() => notification.stop());

async function insertDelivery(state: string, at: number): Promise<void> {
  await pool().query(
    `INSERT INTO deliveries (event_id, template, channel, user_id, state, created_at, finished_at)
     VALUES ($1, 'receipt', 'email', $1, $2, $3, $3)`,
    [randomUUID(), state, new Date(at)],
  );
}

async function readOverview(days: string) {
  const staff = asStaff(() => notification, randomUUID());
  const { status, body } = await staff.ask(getMessagesOverview, '', `?days=${days}`);
  expect(status).toBe(200);
  return getMessagesOverview.answer.parse(body);
}

it.each(['1', '7', '30'])(
  'counts the failed deliveries of %s days and of the period before',
  async (days) => {
    const { from, failed_deliveries } = await readOverview(days);
    const length = Number(days) * DAY;
    const start = Date.parse(from);
    expect(failed_deliveries).toEqual({
      current: failedAt.filter((at) => at >= start).length,
      previous: failedAt.filter((at) => at >= start - length && at < now - length).length,
    });
    expect(failed_deliveries.previous).toBeGreaterThan(0);
  },
);

it('the list of failed deliveries has as many in the period as the overview', async () => {
  const { from, to, failed_deliveries } = await readOverview('7');
  const staff = asStaff(() => notification, randomUUID());
  const list = async (query: string) => {
    const { body } = await staff.ask(listDeliveries, '', `?state=failed&${query}`);
    return listDeliveries.answer.parse(body);
  };
  const { deliveries } = await list(`from=${from}&to=${to}&limit=100`);
  expect(deliveries).toHaveLength(failed_deliveries.current);
  expect((await list('to=0001-01-01')).deliveries).toEqual([]);
});

it('counts open contact messages with the age of the oldest', async () => {
  const { open_messages } = await readOverview('7');
  expect(open_messages.count).toBe(2);
  expect(open_messages.oldest_seconds).toBeGreaterThanOrEqual(3 * 3_600);
  expect(open_messages.oldest_seconds).toBeLessThan(9 * 3_600);
});

it('concurrent requests share one read of the pending deliveries', async () => {
  const query = vi.spyOn(pool(), 'query');
  await Promise.all([readOverview('1'), readOverview('7'), readOverview('30')]);
  const sent = query.mock.calls.map((call) => JSON.stringify(call));
  query.mockRestore();
  expect(sent.filter((text) => text.includes('countFailedDeliveries'))).toHaveLength(3);
  expect(sent.filter((text) => text.includes('oldestDueAge')).length).toBeLessThan(2);
});

it('reads failed deliveries from an index', async () => {
  await pool().query(
    `INSERT INTO deliveries (event_id, template, channel, state, created_at, finished_at)
     SELECT gen_random_uuid(), 'receipt', 'email', CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'sent' END,
       timestamptz '2020-01-01Z' + make_interval(mins => n), now()
     FROM generate_series(1, 20000) AS n`,
  );
  await pool().query('VACUUM ANALYZE deliveries');
  const plan = await readQueryPlan(pool(), (db) => countFailedDeliveries(db, overviewPeriod('30')));
  expect(plan.tablesRead).toEqual([]);
  expect(plan.rowsRead).toBeLessThan(100);
});
