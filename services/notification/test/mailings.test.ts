import { randomUUID } from 'node:crypto';
import {
  getMailing,
  listMailings,
  pauseMailing,
  resumeMailing,
  retryMailing,
  sendEmail,
  stopMailing,
  testEmail,
} from '@cairn/contracts/http/staff-messages.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oldestPendingAge } from '../src/deliveries/ages.store.ts';
import { confirmDeliveries } from '../src/deliveries/endings.store.ts';
import { type Notification, POSTAL_ADDRESS, startNotification } from './harness.ts';
import {
  countStates,
  createRecorder,
  emptyLedger,
  seedRecipients,
  sendEverything,
} from './people.ts';
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

describe('P-3.6 what a mailing says', () => {
  it('is sanitised, with links and images on our own host and a text part', async () => {
    await seedRecipients(pool(), 1, 'say.example');
    const content =
      '<p onclick="x()">Look <a href="/hunts">north</a></p><script>alert(1)</script>' +
      '<img src="/api/images/a.png" alt="A map"><img src="https://evil.example/p.gif">' +
      '<a href="javascript:alert(1)">bad</a><form action="https://evil.example"><input></form>';
    await act(sendEmail, draft({ content }));
    const shown = (await preview(draft({ content }))).body as { html: string };
    await sendEverything(notification);
    const [{ html = '', text = '' } = {}] = recorder.batches;
    expect(shown.html.replaceAll('https://cairn.example/unsubscribe-success', '')).toBe(
      html.replaceAll(/{{unsubscribe_\w+}}/g, ''),
    );
    expect(html).toContain('href="https://cairn.example/hunts"');
    expect(html).toContain('src="https://cairn.example/api/images/a.png"');
    expect(html).not.toMatch(/evil\.example|<script|javascript:|onclick|<form|<input/);
    expect(text).toContain('Look north [https://cairn.example/hunts]');
    for (const part of [text, html]) expect(part).toContain(POSTAL_ADDRESS);
  });

  it.each([
    { subject: 'Two\r\nBcc: a@b.example' },
    { subject: 'Two\nlines' },
    { subject: ' ' },
    { content: '' },
    { content: '<script>alert(1)</script>' },
    { content: '<p> </p>' },
  ])('is refused as %o', async (change) => {
    await seedRecipients(pool(), 1, 'say.example');
    expect((await act(sendEmail, draft(change))).status).toBe(400);
    expect(await countStates(pool())).toEqual({});
  });

  it('shows what was typed in braces, also where it looks like ours', async () => {
    await seedRecipients(pool(), 2, 'braces.example');
    const content = '<p>Click {{unsubscribe_url}} or {{unsubscribe}} or {{x}}</p>';
    await act(sendEmail, draft({ content }));
    await sendEverything(notification);
    const [{ html = '', text = '', recipients = [] } = {}] = recorder.batches;
    const replaced = recipients.flatMap(({ substitutions = {} }) => Object.keys(substitutions));
    for (const part of [text, html]) {
      expect(part).toContain('Click {{unsubscribe_url}} or {{unsubscribe}} or {{x}}');
    }
    for (const name of replaced) expect(content).not.toContain(name);
  });

  it('goes to the admin alone as a test, and is no mailing then', async () => {
    await seedRecipients(pool(), 3, 'test.example');
    await pool().query(
      `INSERT INTO recipients (user_id, email, email_verified, status, version)
       VALUES ($1, 'admin@test.example', true, 'active', 1)`,
      [adminId],
    );
    expect((await act(testEmail, draft())).body).toMatchObject({ count: 4 });
    await sendEverything(notification);
    expect(recorder.addresses()).toEqual(['admin@test.example']);
    expect((await ask(listMailings)).body).toMatchObject({ mailings: [] });
    expect(await acts()).toEqual([{ action: 'send_test_email', after: { count: 1 } }]);
  });
});

describe('a mailing under way', () => {
  it('tells how far it is, with those who want no mail', async () => {
    await seedRecipients(pool(), 3, 'far.example');
    const id = await begin();
    expect(await progress(id)).toMatchObject({ total: 3, sent: 0, state: 'sending' });
    recorder.answerWith(async ({ recipients }) => {
      const refusedAt = recipients.flatMap(({ to }, at) => (to.startsWith('member1') ? [at] : []));
      if (refusedAt.length === 0) return { kind: 'sent', providerMessageId: 'm' };
      return { kind: 'refused', error: 'status 400', refusedAt };
    });
    await sendEverything(notification);
    await notification.context.dispatcher.dispatch();
    expect(await progress(id)).toMatchObject({
      total: 3,
      sent: 2,
      failed: 1,
      suppressed: 0,
      state: 'finished',
      finished_at: expect.any(String),
    });
    expect((await ask(listMailings)).body).toMatchObject({
      mailings: [{ id, subject: 'News', sent: 2 }],
      pagination: { total: 1, pages: 1 },
    });
  });

  it('sends nothing while it is paused, also not what was queued before, and goes on then', async () => {
    await seedRecipients(pool(), 3, 'pause.example');
    const id = await begin();
    expect((await act(pauseMailing, {}, id)).body).toMatchObject({ state: 'paused' });
    await sendEverything(notification);
    expect(recorder.batches).toEqual([]);
    expect(await notification.context.dispatcher.dispatch()).toBe(0);
    // Nobody is to be woken for what staff hold back themselves.
    expect(await oldestPendingAge(pool())).toBe(0);
    expect((await act(resumeMailing, {}, id)).body).toMatchObject({ state: 'sending' });
    expect(await notification.context.dispatcher.dispatch()).toBe(1);
    await sendEverything(notification);
    expect(recorder.addresses()).toHaveLength(3);
  });

  it('ends when it is stopped: what has not gone does not go', async () => {
    await seedRecipients(pool(), 1_500, 'stop.example');
    const id = await begin();
    const { rows } = await pool().query('SELECT id FROM delivery_batches ORDER BY part');
    await notification.worker.batchSender.sendBatch(rows[0].id);
    expect((await act(stopMailing, {}, id)).body).toMatchObject({ state: 'stopped', sent: 1_000 });
    await sendEverything(notification);
    expect(recorder.addresses()).toHaveLength(1_000);
    expect(await countStates(pool())).toEqual({ sent: 1_000, stopped: 500 });
    expect((await act(resumeMailing, {}, id)).status).toBe(409);
    expect((await act(stopMailing, {}, id)).status).toBe(200);
    expect((await acts()).map(({ action }) => action)).toEqual(['send_mass_email', 'mailing_stop']);
  });

  it('tries all that failed or perhaps went once more, when staff decide so', async () => {
    await seedRecipients(pool(), 3, 'again.example');
    const id = await begin();
    recorder.answerWith(async () => ({ kind: 'unknown', error: 'ECONNRESET' }));
    await sendEverything(notification);
    await notification.context.dispatcher.dispatch();
    expect(await progress(id)).toMatchObject({ state: 'finished', failed: 3 });
    recorder.reset();
    expect((await act(retryMailing, {}, id)).body).toMatchObject({ state: 'sending', failed: 0 });
    await sendEverything(notification);
    await notification.context.dispatcher.dispatch();
    expect(await progress(id)).toMatchObject({ state: 'finished', sent: 3, failed: 0 });
    expect(recorder.addresses()).toHaveLength(3);
    expect((await act(retryMailing, {}, id)).status).toBe(409);
    expect((await acts()).map(({ action }) => action)).toContain('mailing_retry');
  });

  it('knows from the provider’s events which of those that perhaps went did go', async () => {
    await seedRecipients(pool(), 2, 'after-all.example');
    const id = await begin();
    recorder.answerWith(async () => ({ kind: 'unknown', error: 'ECONNRESET' }));
    await sendEverything(notification);
    const [first] = recorder.batches[0]?.recipients ?? [];
    await inTransaction(pool(), (tx) => confirmDeliveries(tx, [first?.deliveryId ?? '']));
    expect(await progress(id)).toMatchObject({ sent: 1, failed: 1 });
  });

  it('is 404 where there is none', async () => {
    expect((await act(pauseMailing, {}, randomUUID())).status).toBe(404);
    expect((await ask(getMailing, 'nonsense')).status).toBe(404);
  });
});

const pool = () => notification.context.pool;
const draft = draftOfMailing;
const { act, ask, preview, acts } = asStaff(() => notification, adminId);

async function begin(): Promise<string> {
  return ((await act(sendEmail, draft())).body as { mailingId: string }).mailingId;
}

async function progress(id: string): Promise<unknown> {
  return (await ask(getMailing, id)).body;
}
