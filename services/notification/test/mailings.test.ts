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
import type { Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oldestPendingAge } from '../src/deliveries/ages.store.ts';
import {
  reopenFailedDeliveries,
  setBatchesDue,
} from '../src/deliveries/mailing-deliveries.store.ts';
import { confirmDeliveries } from '../src/deliveries/outcomes.store.ts';
import { lockMailing, setMailingState } from '../src/mailings/mailings.store.ts';
import { finishBatchAttempt } from '../src/sending/batch-sender.service.ts';
import { type Notification, POSTAL_ADDRESS, startNotification } from './harness.ts';
import {
  countStates,
  createRecorder,
  emptyLedger,
  isWaitingForRowLock,
  openBatches,
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

describe('P-3.6 the content of a mailing', () => {
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
  ])('returns 400 for %o', async (change) => {
    await seedRecipients(pool(), 1, 'say.example');
    expect((await act(sendEmail, draft(change))).status).toBe(400);
    expect(await countStates(pool())).toEqual({});
  });

  it('shows text in braces unchanged, also if it looks like our placeholder', async () => {
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

  it('is sent to the admin only as a test, which is not listed as a mailing', async () => {
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

describe('a mailing in progress', () => {
  it('reports its progress, including suppressed recipients', async () => {
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

  it('sends nothing while it is paused, not even queued jobs, and continues when it is resumed', async () => {
    await seedRecipients(pool(), 3, 'pause.example');
    const id = await begin();
    expect((await act(pauseMailing, {}, id)).body).toMatchObject({ state: 'paused' });
    await sendEverything(notification);
    expect(recorder.batches).toEqual([]);
    expect(await notification.context.dispatcher.dispatch()).toBe(0);
    // A pause by staff must not trigger an alert.
    expect(await oldestPendingAge(pool())).toBe(0);
    expect((await act(resumeMailing, {}, id)).body).toMatchObject({ state: 'sending' });
    expect(await notification.context.dispatcher.dispatch()).toBe(1);
    await sendEverything(notification);
    expect(recorder.addresses()).toHaveLength(3);
  });

  it('P-3.2 is due again when it is resumed while an attempt of a batch ends', async () => {
    await seedRecipients(pool(), 1, 'resumed.example');
    const { id, batchId } = await beginWithBatch();
    await act(pauseMailing, {}, id);
    await endTryDuring(batchId, async (tx) => {
      await lockMailing(tx, id);
      await setMailingState(tx, id, 'sending');
      await setBatchesDue(tx, id, 'now');
    });
    const { rows } = await pool().query(
      'SELECT isfinite(next_try_at) AS "isDue", closed_at FROM delivery_batches',
    );
    expect(rows).toEqual([{ isDue: true, closed_at: null }]);
  });

  it('P-3.3 keeps the batch open when it is retried while an attempt of a batch ends', async () => {
    await seedRecipients(pool(), 1, 'reopened.example');
    const { id, batchId } = await beginWithBatch();
    await pool().query(`UPDATE deliveries SET state = 'failed', finished_at = now()`);
    await endTryDuring(batchId, async (tx) => {
      await lockMailing(tx, id);
      await reopenFailedDeliveries(tx, id);
    });
    const { rows } = await pool().query('SELECT closed_at FROM delivery_batches');
    expect(rows).toEqual([{ closed_at: null }]);
  });

  it('does not send pending mails after it is stopped', async () => {
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

  it('sends failed and maybe sent mails again when staff retry it', async () => {
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

  it('counts maybe sent mails as sent after an event of the provider', async () => {
    await seedRecipients(pool(), 2, 'after-all.example');
    const id = await begin();
    recorder.answerWith(async () => ({ kind: 'unknown', error: 'ECONNRESET' }));
    await sendEverything(notification);
    const [first] = recorder.batches[0]?.recipients ?? [];
    await inTransaction(pool(), (tx) => confirmDeliveries(tx, [first?.deliveryId ?? '']));
    expect(await progress(id)).toMatchObject({ sent: 1, failed: 1 });
  });

  it('returns 404 for an unknown mailing', async () => {
    expect((await act(pauseMailing, {}, randomUUID())).status).toBe(404);
    expect((await ask(getMailing, 'unknown')).status).toBe(404);
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

async function beginWithBatch(): Promise<{ id: string; batchId: string }> {
  const id = await begin();
  const [batchId = ''] = await openBatches(pool());
  return { id, batchId };
}

/** Ends an attempt of the batch while `work` is not committed yet; returns when both are committed. */
async function endTryDuring(
  batchId: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  let ending: Promise<void> = Promise.resolve();
  await inTransaction(pool(), async (tx) => {
    await work(tx);
    ending = finishBatchAttempt(pool(), batchId);
    await waitUntil(() => isWaitingForRowLock(pool()), { what: 'the end of the try at the lock' });
  });
  await ending;
}
