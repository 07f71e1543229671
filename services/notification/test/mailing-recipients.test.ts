import { randomUUID } from 'node:crypto';
import { userDeleted, userUpdated } from '@cairn/contracts/events/users.ts';
import {
  listMailings,
  pauseMailing,
  resumeMailing,
  sendEmail,
} from '@cairn/contracts/http/staff-messages.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { suppress } from './preferences.ts';
import {
  countStates,
  createRecorder,
  emptyLedger,
  seedMembers,
  seedRecipients,
  sendEverything,
} from './recipients.ts';
import { asStaff, draftOfMailing } from './staff.ts';

const recorder = createRecorder();
const adminId = randomUUID();
let notification: Notification;

beforeAll(async () => {
  notification = await startNotification({ provider: recorder.provider });
});
afterAll(() => notification.stop());
beforeEach(async () => {
  recorder.reset();
  await emptyLedger(pool());
  await pool().query('DELETE FROM outbox');
});

describe('the recipients of a mailing', () => {
  it('are all active, verified users, as counted in the preview', async () => {
    const ids = await seedRecipients(pool(), 5, 'all.example');
    await pool().query(`UPDATE recipients SET status = 'suspended' WHERE user_id = $1`, [ids[0]]);
    await pool().query('UPDATE recipients SET email_verified = false WHERE user_id = $1', [ids[1]]);
    expect((await preview(draft())).body).toMatchObject({ count: 3 });
    const { status, body } = await act(sendEmail, draft({ expectCount: 3 }));
    expect({ status, body }).toMatchObject({ status: 200, body: { count: 3 } });
    await sendEverything(notification);
    expect(recorder.addresses().sort()).toEqual(
      [2, 3, 4].map((place) => `member${place}@all.example`),
    );
    expect(await acts()).toEqual([{ action: 'send_mass_email', after: { count: 3 } }]);
  });

  it('P-3.7 get one mailing when the call is repeated with its Idempotency-Key', async () => {
    await seedRecipients(pool(), 3, 'once.example');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => act(sendEmail, draft(), '', key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await sendEverything(notification);
    expect(recorder.addresses()).toHaveLength(3);
    expect((await act(sendEmail, draft({ subject: 'Other' }), '', key)).status).toBe(409);
    expect(await acts()).toEqual([{ action: 'send_mass_email', after: { count: 3 } }]);
  });

  it('return 409 and store nothing when the count has changed', async () => {
    await seedRecipients(pool(), 2, 'more.example');
    const { status, body } = await act(sendEmail, draft({ expectCount: 1 }));
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: expect.stringContaining('2 instead of 1') });
    expect(await countStates(pool())).toEqual({});
    expect((await ask(listMailings)).body).toMatchObject({
      mailings: [],
      pagination: { total: 0 },
    });
    expect(await acts()).toEqual([]);
  });

  it('are the members of a hunt, named addresses, or one address', async () => {
    const productId = randomUUID();
    const ids = await seedRecipients(pool(), 4, 'some.example');
    await seedMembers(pool(), ids.slice(0, 2), productId);
    expect((await act(sendEmail, draft({ hunt: productId }))).body).toMatchObject({ count: 2 });
    const chosen = ['member2@some.example', 'member3@some.example', 'visitor@other.example'];
    expect((await act(sendEmail, draft({ to: chosen }))).body).toMatchObject({ count: 3 });
    expect((await act(sendEmail, draft({ to: 'Lone@other.example' }))).body).toMatchObject({
      count: 1,
    });
    expect((await acts()).map(({ action }) => action)).toEqual([
      'send_targeted_emails',
      'send_targeted_emails',
      'send_single_email',
    ]);
    await sendEverything(notification);
    expect(recorder.addresses()).toHaveLength(6);
  });

  it('cannot be empty', async () => {
    expect((await act(sendEmail, draft())).status).toBe(400);
    expect((await act(sendEmail, draft({ to: 'no address' }))).status).toBe(400);
    expect((await act(sendEmail, draft({ to: [] }))).status).toBe(400);
  });
});

describe('P-3.4 a user who is not a recipient any more when a paused mailing resumes', () => {
  it('gets no mail that went to all users', async () => {
    const ids = await seedRecipients(pool(), 5, 'paused.example');
    const [suspended = '', unverified = '', deleted = ''] = ids;
    const id = await begin(draft());
    await act(pauseMailing, {}, id);
    await change(suspended, { status: 'suspended' });
    await change(unverified, { emailVerified: false });
    await remove(deleted);
    await suppress(notification, 'member3@paused.example', 'email', 'unsubscribe');
    await act(resumeMailing, {}, id);
    await sendEverything(notification);
    expect(recorder.addresses()).toEqual(['member4@paused.example']);
    expect(await reasons()).toEqual([
      'not among its recipients any more',
      'the account is suspended',
      'the account was deleted',
      'unsubscribe',
    ]);
  });

  it('gets no mail to the members of a hunt after leaving it', async () => {
    const hunt = randomUUID();
    const ids = await seedRecipients(pool(), 2, 'left.example');
    await seedMembers(pool(), ids, hunt);
    const id = await begin(draft({ hunt }));
    await act(pauseMailing, {}, id);
    await pool().query('UPDATE alert_preferences SET is_member = false WHERE user_id = $1', [
      ids[0],
    ]);
    await act(resumeMailing, {}, id);
    await sendEverything(notification);
    expect(recorder.addresses()).toEqual(['member1@left.example']);
  });

  it('gets a mail that staff addressed to them, unless suspended or deleted since', async () => {
    const ids = await seedRecipients(pool(), 4, 'named.example');
    const [before = '', since = '', unverified = '', deleted = ''] = ids;
    await change(before, { status: 'suspended' });
    const to = [...ids.map((_, place) => `member${place}@named.example`), 'new@named.example'];
    const id = await begin(draft({ to }));
    await act(pauseMailing, {}, id);
    await change(since, { status: 'suspended' });
    await change(unverified, { emailVerified: false });
    await remove(deleted);
    await act(resumeMailing, {}, id);
    await sendEverything(notification);
    expect(recorder.addresses().sort()).toEqual([
      'member0@named.example',
      'member2@named.example',
      'new@named.example',
    ]);
  });
});

const pool = () => notification.context.pool;
const draft = draftOfMailing;
const { act, ask, preview, acts } = asStaff(() => notification, adminId);

async function begin(command: unknown): Promise<string> {
  return ((await act(sendEmail, command)).body as { mailingId: string }).mailingId;
}

async function change(userId: string, changed: Record<string, unknown>): Promise<void> {
  const { rows } = await pool().query(
    'SELECT email, version + 1 AS version FROM recipients WHERE user_id = $1',
    [userId],
  );
  const person = { userId, ...rows[0], firstName: null, lastName: null };
  await notification.deliver(
    makeEvent(userUpdated, { ...person, emailVerified: true, status: 'active', ...changed }),
  );
}

async function remove(userId: string): Promise<void> {
  const deletedAt = new Date().toISOString();
  await notification.deliver(makeEvent(userDeleted, { userId, version: 9, deletedAt }));
}

/** The reasons of the rows that were not sent. */
async function reasons(): Promise<string[]> {
  const { rows } = await pool().query(
    'SELECT last_error FROM deliveries WHERE last_error IS NOT NULL ORDER BY last_error',
  );
  return rows.map(({ last_error }) => last_error);
}
