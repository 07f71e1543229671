import { randomUUID } from 'node:crypto';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import {
  createMailingTemplate,
  deleteMailingTemplate,
  getMailingContent,
  listMailingTemplates,
  updateMailing,
} from '@cairn/contracts/http/mailing-templates.ts';
import { getMailing, sendEmail, stopMailing } from '@cairn/contracts/http/staff-messages.ts';
import { createLogThrottle } from '@cairn/events/log-throttle.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { oldestPendingAge } from '../src/deliveries/ages.store.ts';
import { findNextDueInMs } from '../src/deliveries/leases.store.ts';
import { beginDueMailings } from '../src/mailings/scheduled-mailings.service.ts';
import { type Notification, startNotification } from './harness.ts';
import {
  countStates,
  createRecorder,
  emptyLedger,
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
  await pool().query('DELETE FROM mailing_templates');
  await pool().query('DELETE FROM outbox');
});

describe('a scheduled mailing', () => {
  it('begins at its time, with the recipients of that moment', async () => {
    await seedRecipients(pool(), 2, 'later.example');
    const { id, body } = await schedule({ expectCount: 2 });
    expect(body).toMatchObject({ count: 2, send_at: TOMORROW });
    expect(await progress(id)).toMatchObject({ state: 'scheduled', total: 0, send_at: TOMORROW });
    await notification.context.dispatcher.dispatch();
    expect(await countStates(pool())).toEqual({});
    await seedRecipients(pool(), 1, 'joined.example');
    await makeDue(id);
    await notification.context.dispatcher.dispatch();
    expect(await progress(id)).toMatchObject({ state: 'sending', total: 3 });
    await sendEverything(notification);
    await notification.context.dispatcher.dispatch();
    expect(recorder.addresses()).toHaveLength(3);
    expect(await progress(id)).toMatchObject({ state: 'finished', sent: 3 });
    expect(await acts()).toEqual([{ action: 'mailing_schedule', after: { count: 2 } }]);
  });

  it('P-3.7 begins once when two processes find it due', async () => {
    await seedRecipients(pool(), 3, 'twice.example');
    const { id } = await schedule();
    await makeDue(id);
    const { logger } = notification.context;
    await Promise.all(Array.from({ length: 4 }, () => beginDueMailings(pool(), logger)));
    expect(await countStates(pool())).toEqual({ pending: 3 });
    expect(await progress(id)).toMatchObject({ state: 'sending', total: 3 });
  });

  it('begins at once when its time is in the past', async () => {
    await seedRecipients(pool(), 1, 'past.example');
    const { id, body } = await schedule({ send_at: '2020-01-01T00:00:00.000Z' });
    expect(body).toMatchObject({ count: 1, send_at: null });
    expect(await progress(id)).toMatchObject({ state: 'sending', total: 1, send_at: null });
  });

  it('returns 400 for a time more than a year ahead, and 409 for another count', async () => {
    await seedRecipients(pool(), 1, 'refused.example');
    const inTwoYears = new Date(Date.now() + 2 * 365 * DAY_MS).toISOString();
    expect((await act(sendEmail, draft({ send_at: inTwoYears }))).status).toBe(400);
    expect((await act(sendEmail, draft({ send_at: TOMORROW, expectCount: 5 }))).status).toBe(409);
  });

  it('can be changed until it begins', async () => {
    await seedRecipients(pool(), 2, 'edit.example');
    const { id } = await schedule({ content: '<p>See <a href="/hunts">the hunts</a></p>' });
    expect((await ask(getMailingContent, id)).body).toMatchObject({
      subject: 'News',
      content: '<p>See <a href="/hunts" rel="noopener">the hunts</a></p>',
      to: null,
      send_at: TOMORROW,
    });
    const changed = draft({ subject: 'Other news', to: 'member1@edit.example', send_at: TOMORROW });
    expect((await act(updateMailing, changed, id)).body).toMatchObject({ subject: 'Other news' });
    expect((await ask(getMailingContent, id)).body).toMatchObject({ to: ['member1@edit.example'] });
    await makeDue(id);
    await notification.context.dispatcher.dispatch();
    expect((await act(updateMailing, changed, id)).status).toBe(409);
    expect((await ask(getMailingContent, id)).body).toMatchObject({ to: [], send_at: null });
    await sendEverything(notification);
    expect(recorder.batches.map(({ subject }) => subject)).toEqual(['Other news']);
    expect(recorder.addresses()).toEqual(['member1@edit.example']);
    expect((await acts()).map(({ action }) => action)).toContain('mailing_update');
  });

  it('cannot be overwritten by an edit that began with an earlier version', async () => {
    await seedRecipients(pool(), 2, 'both.example');
    const { id } = await schedule();
    const opened = getMailingContent.answer.parse((await ask(getMailingContent, id)).body);
    expect(opened).toMatchObject({ version: 1, edited_by: null, edited_at: null });
    const key = randomUUID();
    const change = (subject: string, ifMatch?: string) =>
      act(
        updateMailing,
        draft({ subject, send_at: TOMORROW }),
        id,
        ifMatch && key + subject,
        ifMatch,
      );
    expect((await change('Grace', '1')).status).toBe(200);
    const refused = await change('Theirs', '"1"');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      current: {
        subject: 'Grace',
        version: 2,
        edited_by: adminId,
        edited_at: expect.any(String),
      },
    });
    // The answer has the mailing's addresses, so that it is not stored with the key.
    const stored = await pool().query('SELECT key FROM idempotency_keys WHERE key LIKE $1', [
      `${key}%`,
    ]);
    expect(stored.rows).toEqual([{ key: `${key}Grace` }]);
    expect((await change('Without a version')).status).toBe(200);
    const current = (await ask(getMailingContent, id)).body;
    expect(current).toMatchObject({ subject: 'Without a version', version: 3 });
    const deletedAt = new Date().toISOString();
    await notification.deliver(makeEvent(userDeleted, { userId: adminId, version: 9, deletedAt }));
    expect((await ask(getMailingContent, id)).body).toMatchObject({ edited_by: null });
  });

  it('is not sent after it is stopped, and does not keep its addresses', async () => {
    const { id } = await schedule({ to: 'someone@stop.example' });
    expect((await act(stopMailing, {}, id)).body).toMatchObject({ state: 'stopped' });
    await makeDue(id);
    await notification.context.dispatcher.dispatch();
    expect(await countStates(pool())).toEqual({});
    const { rows } = await pool().query('SELECT addresses FROM mailings');
    expect(rows).toEqual([{ addresses: null }]);
  });

  it('is not sent to a named user who was suspended since', async () => {
    const [userId = ''] = await seedRecipients(pool(), 2, 'since.example');
    const { id } = await schedule({ to: ['member0@since.example', 'member1@since.example'] });
    await pool().query(`UPDATE recipients SET status = 'suspended' WHERE user_id = $1`, [userId]);
    await makeDue(id);
    await notification.context.dispatcher.dispatch();
    await sendEverything(notification);
    expect(recorder.addresses()).toEqual(['member1@since.example']);
  });

  it('does not keep the address of a deleted user', async () => {
    const [userId = ''] = await seedRecipients(pool(), 2, 'gone.example');
    await schedule({ to: ['member0@gone.example', 'member1@gone.example'] });
    const deletedAt = new Date().toISOString();
    await notification.deliver(makeEvent(userDeleted, { userId, version: 9, deletedAt }));
    const { rows } = await pool().query('SELECT addresses FROM mailings');
    expect(rows).toEqual([{ addresses: ['member1@gone.example'] }]);
  });

  it('does not keep the others from beginning when it fails to', async () => {
    await seedRecipients(pool(), 1, 'failing.example');
    const failing = await schedule();
    const other = await schedule();
    await pool().query(
      `UPDATE mailings SET segment = '{"joined_since": "no day", "membership": "member"}'
      WHERE id = $1`,
      [failing.id],
    );
    await makeDue(failing.id);
    await makeDue(other.id);
    await notification.context.dispatcher.dispatch();
    expect(await progress(failing.id)).toMatchObject({ state: 'scheduled' });
    expect(await progress(other.id)).toMatchObject({ state: 'sending' });
  });

  it('that could not begin is tried again by the fallback, and counts as pending', async () => {
    await seedRecipients(pool(), 1, 'overdue.example');
    const { id } = await schedule();
    await pool().query(`UPDATE mailings SET send_at = now() - interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    expect(await findNextDueInMs(pool(), 75)).toBeNull();
    expect(await oldestPendingAge(pool())).toBeGreaterThanOrEqual(3600);
  });

  it('is logged once a minute while it cannot begin', async () => {
    await seedRecipients(pool(), 1, 'logged.example');
    const { id } = await schedule();
    await pool().query(
      `UPDATE mailings SET send_at = now(), segment = '{"joined_since": "no day", "membership": "member"}'
       WHERE id = $1`,
      [id],
    );
    const logger = { ...notification.context.logger, error: vi.fn() };
    const throttle = createLogThrottle(() => 0);
    await beginDueMailings(pool(), logger, throttle);
    await beginDueMailings(pool(), logger, throttle);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe('a template of mailings', () => {
  it('has the subject, the sanitised content and the segment', async () => {
    const template = {
      ...{ name: 'Weekly', subject: 'News', content: '<p>Hello</p><script>x</script>' },
      segment: { region: 'Vermont' },
    };
    const { status, body } = await act(createMailingTemplate, template);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'Weekly', content: '<p>Hello</p>', segment: { region: 'Vermont' } },
    });
    expect((await act(createMailingTemplate, { ...template, name: 'weekly' })).status).toBe(409);
    const { id } = body as { id: string };
    expect((await ask(listMailingTemplates)).body).toMatchObject({ templates: [{ id }] });
    expect((await act(deleteMailingTemplate, {}, id)).status).toBe(200);
    expect((await act(deleteMailingTemplate, {}, id)).status).toBe(404);
    expect((await acts()).map(({ action }) => action)).toEqual([
      'mailing_template_create',
      'mailing_template_delete',
    ]);
  });
});

const DAY_MS = 24 * 3600_000;
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString();

const pool = () => notification.context.pool;
const draft = draftOfMailing;
const { act, ask, acts } = asStaff(() => notification, adminId);

async function schedule(change: Record<string, unknown> = {}) {
  const { body } = await act(sendEmail, draft({ send_at: TOMORROW, ...change }));
  return { id: (body as { mailingId: string }).mailingId, body };
}

async function progress(id: string): Promise<unknown> {
  return (await ask(getMailing, id)).body;
}

async function makeDue(id: string): Promise<void> {
  await pool().query('UPDATE mailings SET send_at = now() WHERE id = $1', [id]);
}
