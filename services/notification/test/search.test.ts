import { randomUUID } from 'node:crypto';
import { searchMessages } from '@cairn/contracts/http/staff-search.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchMessageRows } from '../src/search/search.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { givePhone } from './preferences.ts';
import { asStaff } from './staff.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
const staff = asStaff(() => notification, randomUUID());

async function search(q: string) {
  const query = `?${new URLSearchParams({ q })}`;
  const { body } = await staff.ask(searchMessages, '', query);
  return searchMessages.answer.parse(body).results;
}

it('finds users by phone, mailings by subject and contact messages by address, and all by id', async () => {
  const email = `${randomUUID()}@example.com`;
  const userId = await notification.register(email);
  await givePhone(notification, userId, '+18025550142');
  const user = { kind: 'user', id: userId, label: email, detail: '+18025550142' };
  for (const q of ['802 555-0142', '+1802555014']) expect(await search(q)).toEqual([user]);

  const { rows: mailings } = await pool().query(
    `INSERT INTO mailings (created_by, subject, html, text)
     VALUES ('x', 'Mud Season ahead', '', '') RETURNING id`,
  );
  const mailing = { kind: 'mailing', label: 'Mud Season ahead', detail: 'sending' };
  expect(await search('mud s')).toMatchObject([mailing]);
  expect(await search(mailings[0].id)).toMatchObject([mailing]);

  const { rows: messages } = await pool().query(
    `INSERT INTO contact_messages (name, email, message)
     VALUES ('Ann Hiker', 'ann.hiker@example.com', 'Hello') RETURNING id`,
  );
  const message = { kind: 'message', label: 'Ann Hiker', detail: 'ann.hiker@example.com, open' };
  expect(await search('Ann.Hiker@')).toMatchObject([message]);
  expect(await search(messages[0].id)).toMatchObject([message]);
  expect(await search('ann_hiker')).toEqual([]);
});

it('reads few rows of each index', async () => {
  await pool().query(
    `INSERT INTO phones (user_id, number)
     SELECT gen_random_uuid(), '+1802' || lpad(n::text, 7, '0') FROM generate_series(1, 5000) n`,
  );
  await pool().query(
    `INSERT INTO contact_messages (name, email, message)
     SELECT 'Ann', n || '@example.com', 'Hello' FROM generate_series(1, 5000) n`,
  );
  await pool().query('VACUUM ANALYZE phones, contact_messages');
  const plan = await readQueryPlan(pool(), (db) =>
    searchMessageRows(db, { text: '1', phone: '+1802' }, 5),
  );
  expect(plan.tablesRead).not.toContain('phones');
  expect(plan.tablesRead).not.toContain('contact_messages');
  expect(plan.rowsRead).toBeLessThanOrEqual(60);
});
