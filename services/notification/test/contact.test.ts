import { randomUUID } from 'node:crypto';
import { userVerified } from '@cairn/contracts/events/users.ts';
import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purge } from '../src/purge.ts';
import { type Notification, startNotification } from './harness.ts';
import { sendMailEvents } from './mail-events.ts';
import { fromFreshAddress, join, ownAlerts } from './preferences.ts';
import { clueIn, emptyLedger, sendEverything } from './recipients.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
const message = {
  name: 'Ann Hiker',
  email: 'Ann@Example.com',
  message: 'Is <b>it</b>\nin Vermont?',
};

const freshEmail = () => `${randomUUID()}@example.com`;

async function registerVerified(): Promise<{ email: string; userId: string }> {
  const email = freshEmail();
  const userId = await notification.register(email);
  const person = { userId, version: 2, email, firstName: null, lastName: null };
  await notification.deliver(
    makeEvent(userVerified, { ...person, emailVerified: true, status: 'active' }),
  );
  return { email, userId };
}

async function write(json: unknown, headers = fromFreshAddress()) {
  return call(notification.url + sendContactMessage.path, { json, headers });
}

async function countKept(): Promise<number> {
  const { rows } = await pool().query('SELECT count(*)::int FROM contact_messages');
  return rows[0].count;
}

describe('a contact message', () => {
  it('is stored and sent to staff', async () => {
    expect(await write(message)).toMatchObject({
      status: 200,
      body: { message: 'Your message has been sent successfully!' },
    });
    const { rows } = await pool().query('SELECT name, email, message FROM contact_messages');
    expect(rows).toEqual([{ ...message, email: 'ann@example.com' }]);
    const { rows: ledger } = await pool().query('SELECT variables, user_id FROM deliveries');
    expect(JSON.stringify(ledger)).not.toMatch(/Ann|Vermont|example/);
    await sendEverything(notification);
    for (const staff of ['staff@cairn.example', 'boss@cairn.example']) {
      const [mail] = await notification.mailsTo(staff);
      expect(mail?.text).toContain('Is <b>it</b>\nin Vermont?');
      expect(mail?.html).toContain('Is &lt;b&gt;it&lt;/b&gt;');
      expect(mail).toMatchObject({
        headers: { 'Reply-To': expect.stringContaining('ann@example.com') },
      });
    }
  });

  it('P-3.8 is copied to a verified account', async () => {
    const { email } = await registerVerified();
    await write({ ...message, email: email.toUpperCase() });
    await sendEverything(notification);
    const copies = await notification.mailsTo(email);
    expect(copies).toHaveLength(1);
    expect(copies[0]?.text).toContain('in Vermont?');
  });

  it('P-3.8 is acknowledged without any typed text to an unknown or unverified address', async () => {
    const unverified = freshEmail();
    await notification.register(unverified);
    const typed = { name: 'Zebulon Quartz', message: 'Visit shady.example for xylophones' };
    for (const email of [unverified, freshEmail()]) {
      await write({ ...typed, email });
      await sendEverything(notification);
      const mails = await notification.mailsTo(email);
      expect(mails.map(({ subject }) => subject)).toEqual(['We have your message']);
      expect(JSON.stringify(mails)).not.toMatch(/Zebulon|Quartz|shady|xylophones/);
    }
  });

  it('P-3.8 does not suppress alerts when its copy is reported as spam', async () => {
    const { email, userId } = await registerVerified();
    const productId = await join(notification, userId);
    await sendEverything(notification);
    await write({ ...message, email });
    await sendEverything(notification);
    const copy = (await notification.mailsTo(email)).at(-1);
    const { rows } = await pool().query(
      `SELECT id FROM deliveries WHERE template = 'contact_copy' AND user_id = $1`,
      [userId],
    );
    const report = { event: 'spamreport', email, delivery_id: rows[0].id };
    expect(copy?.subject).toBe('We have your message');
    expect((await sendMailEvents(notification, report)).status).toBe(200);
    expect(await ownAlerts(notification, userId)).toMatchObject({
      emailSuppressed: false,
      suppressedKinds: ['contact'],
      emailSuppressedBy: null,
    });
    await notification.deliver(clueIn(productId));
    await write({ ...message, email });
    await sendEverything(notification);
    const subjects = (await notification.mailsTo(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'We have your message')).toHaveLength(1);
    expect(subjects.at(-1)).toContain('The Vermont Troll');
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: undefined }, 'name'],
    [{ name: 'Ann\r\nBcc: all@example.com' }, 'name'],
    [{ name: 'Ann\nBcc: all@example.com' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ email: 'ann' }, 'email'],
    [{ email: 'ann@example.com\r\nBcc: all@example.com' }, 'email'],
    [{ email: ['ann@example.com'] }, 'email'],
    [{ message: '   ' }, 'message'],
    [{ message: 'x'.repeat(5_001) }, 'message'],
    [{ message: { toString: 'x' } }, 'message'],
  ])('P-3.6 is 400 with a text at the field where it is wrong (%#)', async (change, field) => {
    const before = await countKept();
    const answer = await write({ ...message, ...change });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await countKept()).toBe(before);
  });

  it('P-5.2 P-5.4 returns 429 after three in ten minutes from one address; invalid ones do not count', async () => {
    const headers = fromFreshAddress();
    const before = await countKept();
    for (let turn = 0; turn < 5; turn++) await write({ ...message, email: 'wrong' }, headers);
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(message, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await countKept()).toBe(before + 3);
    const limited = await write(message, headers);
    expect(limited).toMatchObject({
      status: 429,
      body: { error: 'Rate limit reached. Please try again in 10 minutes.' },
    });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(590);
    expect(limited.headers.get('ratelimit-limit')).toBe('3');
    expect((await write(message)).status).toBe(200);
  });

  it('P-5.2 counts all addresses of an IPv6 network together', async () => {
    const { 'x-forwarded-for': address = '' } = fromFreshAddress();
    const answers = await Promise.all(
      ['1', '2', 'ffff', 'a:b:c:d'].map((end) =>
        write(message, {
          'x-forwarded-for': `${address.split('::')[0]}${end.includes(':') ? ':' : '::'}${end}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429]);
  });

  it('is sent to staff even after ten copies to the writer’s mailbox in an hour', async () => {
    await emptyLedger(pool());
    const flooded = { ...message, email: 'Victim@example.com' };
    const answers = await Promise.all(Array.from({ length: 14 }, () => write(flooded)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 14 }, () => 200));
    const { rows } = await pool().query(
      'SELECT template, count(*)::int FROM deliveries GROUP BY template ORDER BY template',
    );
    expect(rows).toEqual([
      { template: 'contact_acknowledgement', count: 10 },
      { template: 'contact_staff', count: 28 },
    ]);
  });

  it('that could not be stored is not counted', async () => {
    const headers = fromFreshAddress();
    await pool().query('ALTER TABLE contact_messages RENAME TO away');
    for (let turn = 0; turn < 4; turn++) expect((await write(message, headers)).status).toBe(500);
    await pool().query('ALTER TABLE away RENAME TO contact_messages');
    for (let turn = 0; turn < 3; turn++) expect((await write(message, headers)).status).toBe(200);
  });

  it('P-4.6 is deleted after a year', async () => {
    await pool().query('DELETE FROM contact_messages');
    await pool().query(
      `INSERT INTO contact_messages (name, email, message, created_at)
       VALUES ('old', 'a@example.com', 'x', now() - interval '366 days'),
              ('new', 'a@example.com', 'x', now() - interval '364 days')`,
    );
    await purge(pool(), notification.context.logger);
    const { rows } = await pool().query('SELECT name FROM contact_messages');
    expect(rows).toEqual([{ name: 'new' }]);
  });
});
