import { randomUUID } from 'node:crypto';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import {
  answerContactMessage,
  exportContactMessages,
  listContactMessages,
  type StaffContactMessage,
  updateContactMessage,
} from '@cairn/contracts/http/staff-contact.ts';
import { exportMessages } from '@cairn/contracts/internal/notification.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { call } from '@cairn/testing/http.ts';
import { readQueryPlan } from '@cairn/testing/query-plan.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listContactRows } from '../src/contact/contact.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { fromFreshAddress } from './preferences.ts';
import { sendEverything } from './recipients.ts';
import { asStaff } from './staff.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
const adminId = randomUUID();
const staff = asStaff(() => notification, adminId);
const freshEmail = () => `${randomUUID()}@example.com`;

describe('an answer to a contact message', () => {
  it('P-3.8 goes to the writer by mail without the typed text, and is recorded', async () => {
    const { id, email } = await receive('Is it near shady.example?');
    const answer = await staff.act(answerContactMessage, { body: 'Yes.\n\nIn Vermont.' }, id);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'answered',
        answers: [{ admin_id: adminId, body: 'Yes.\n\nIn Vermont.', delivery_state: 'pending' }],
      },
    });
    await sendEverything(notification);
    const mail = (await notification.mailsTo(email)).at(-1);
    expect(mail?.subject).toBe('Our answer to your message');
    expect(mail?.text).toContain('In Vermont.');
    expect(JSON.stringify(mail)).not.toMatch(/shady|Ann Hiker/);
    expect((await find(email)).answers).toMatchObject([{ delivery_state: 'sent' }]);
    const { rows } = await pool().query(`SELECT variables FROM deliveries WHERE address = $1`, [
      email,
    ]);
    expect(JSON.stringify(rows)).not.toContain('Vermont');
    const after = { status: 'answered', answerId: expect.any(String) };
    expect(await staff.acts()).toContainEqual({ action: 'contact_answer', after });
  });

  it('is refused while another answer is not known to the page, and without text', async () => {
    const { id } = await receive();
    const first = { body: 'First', expectAnswers: 0 };
    const answers = await Promise.all([
      staff.act(answerContactMessage, first, id),
      staff.act(answerContactMessage, { ...first, body: 'Second' }, id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await staff.act(answerContactMessage, { body: ' ' }, id)).status).toBe(400);
    expect((await staff.act(answerContactMessage, first, randomUUID())).status).toBe(404);
  });

  it('P-3.7 repeated with the same Idempotency-Key is sent once', async () => {
    const { id, email } = await receive();
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect((await staff.act(answerContactMessage, { body: 'Once' }, id, key)).status).toBe(200);
    expect((await find(email)).answers).toHaveLength(1);
  });

  it('P-4.6 is in the export of the account with the address, and erased with it', async () => {
    const email = freshEmail();
    const userId = await notification.register(email);
    const { id, user_id } = await receive('A question', email);
    expect(user_id).toBe(userId);
    await staff.act(answerContactMessage, { body: 'A quizzical answer' }, id);
    const path = exportMessages.path.replace(':userId', userId);
    const { body } = await call(notification.url + path, { isInternal: true });
    expect(exportMessages.answer.parse(body).contact_messages).toMatchObject([
      { message: 'A question', answers: [{ body: 'A quizzical answer' }] },
    ]);
    const deletedAt = new Date().toISOString();
    await notification.deliver(makeEvent(userDeleted, { userId, version: 2, deletedAt }));
    expect(await findText(pool(), 'quizzical')).toEqual([]);
  });
});

describe('the list of contact messages', () => {
  it('is filtered by status and by the beginning of the address, and paged by key', async () => {
    const prefix = `writer-${randomUUID()}`;
    const received: StaffContactMessage[] = [];
    for (const name of ['a', 'b', 'c'])
      received.push(await receive('Hello', `${prefix}-${name}@example.com`));
    const closed = await staff.act(updateContactMessage, { status: 'closed' }, received[1]?.id);
    expect(closed).toMatchObject({ status: 200, body: { status: 'closed' } });
    const ids = async (query: Record<string, string>) =>
      (await list({ search: prefix, ...query })).messages.map(({ id }) => id);
    const newestFirst = received.map(({ id }) => id).reverse();
    expect(await ids({})).toEqual(newestFirst);
    expect(await ids({ status: 'closed' })).toEqual([newestFirst[1]]);
    expect(await ids({ limit: '2' })).toEqual(newestFirst.slice(0, 2));
    const next = { limit: '2', starting_after: newestFirst[1] ?? '' };
    expect(await ids(next)).toEqual(newestFirst.slice(2));
    expect(await ids({ limit: '2', last: 'true' })).toEqual(newestFirst.slice(1));
    expect((await list({ search: newestFirst[0] ?? '' })).messages).toHaveLength(1);
    const oldest = { direction: 'asc', limit: '2' };
    expect(await ids(oldest)).toEqual(newestFirst.toReversed().slice(0, 2));
    expect(await ids({ ...oldest, last: 'true' })).toEqual(newestFirst.toReversed().slice(1));
    await staff.act(updateContactMessage, { status: 'open' }, received[1]?.id);
    expect(await ids({ status: 'closed' })).toEqual([]);
    expect((await staff.acts()).slice(-2)).toEqual([
      { action: 'contact_update', after: { status: 'closed' } },
      { action: 'contact_update', after: { status: 'open' } },
    ]);
  });

  it('is exported as CSV without formulas', async () => {
    const { email } = await receive('=1+1');
    const { body } = await staff.ask(exportContactMessages, '', `?search=${email}`);
    const { csv, next } = exportContactMessages.answer.parse(body);
    expect(csv.split('\r\n')[1]).toMatch(/,'=1\+1$/);
    expect(next).toBeNull();
    const exported = { action: 'contact_export', after: { status: '', startingAfter: '' } };
    expect((await staff.acts()).at(-1)).toEqual(exported);
  });

  it('reads a page of one status and of one address from an index', async () => {
    await pool().query(
      `INSERT INTO contact_messages (name, email, message, status, created_at)
       SELECT 'Ann', md5(n::text) || '@example.com', 'Hello',
         CASE WHEN n % 50 = 0 THEN 'open' ELSE 'closed' END,
         timestamptz '2026-01-01Z' + make_interval(mins => n)
       FROM generate_series(1, 5000) AS n`,
    );
    await pool().query('VACUUM ANALYZE contact_messages');
    const page = { edgeId: null, isAscending: false, limit: 26 };
    for (const conditions of [{ status: 'open' as const }, { emailPrefix: 'c4ca4' }]) {
      const all = { status: null, id: null, emailPrefix: null, ...conditions };
      const plan = await readQueryPlan(pool(), (db) => listContactRows(db, all, page));
      expect(plan.tablesRead).not.toContain('contact_messages');
      expect(plan.rowsRead).toBeLessThanOrEqual(200);
    }
  });
});

async function receive(message = 'Where?', email = freshEmail()): Promise<StaffContactMessage> {
  const json = { name: 'Ann Hiker', email, message };
  const headers = fromFreshAddress();
  expect((await call(notification.url + sendContactMessage.path, { json, headers })).status).toBe(
    200,
  );
  return find(email);
}

async function list(query: Record<string, string>) {
  const { body } = await staff.ask(listContactMessages, '', `?${new URLSearchParams(query)}`);
  return listContactMessages.answer.parse(body);
}

async function find(email: string): Promise<StaffContactMessage> {
  const [message] = (await list({ search: email })).messages;
  if (!message) throw new Error('no message');
  return message;
}
