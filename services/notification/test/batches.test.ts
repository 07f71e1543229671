import { sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseDueBatches } from '../src/deliveries/leases.store.ts';
import { type Notification, startNotification } from './harness.ts';
import {
  countStates,
  createRecorder,
  emptyLedger,
  openBatches,
  seedRecipients,
} from './recipients.ts';

const recorder = createRecorder();
let notification: Notification;

beforeAll(async () => {
  notification = await startNotification({ provider: recorder.provider });
});
afterAll(() => notification.stop());
beforeEach(async () => {
  recorder.reset();
  await emptyLedger(pool());
});

describe('P-3.2 a mailing to 2,501', () => {
  it('is sent in batches of at most 1,000, once to each recipient', async () => {
    await seedRecipients(pool(), 2_501, 'many.example');
    expect(await sendMailing({ to: null })).toMatchObject({ count: 2_501 });
    await sendBatches();
    expect(recorder.batches.map(({ recipients }) => recipients.length)).toEqual([1000, 1000, 501]);
    expect(new Set(recorder.addresses()).size).toBe(2_501);
    expect(await countStates(pool())).toEqual({ sent: 2_501 });
    expect(await openBatches(pool())).toEqual([]);
  });

  it('is queued in order, and no batch twice while it is sent', async () => {
    await seedRecipients(pool(), 3_001, 'order.example');
    await sendMailing({ to: null });
    const [first = '', ...others] = await openBatches(pool());
    expect(idsOf(await leaseDueBatches(pool(), 10))).toEqual([first, ...others]);
    // The job starts late, when the lease ends.
    await pool().query('UPDATE delivery_batches SET next_try_at = now()');
    let queuedDuringCall: string[] = [];
    recorder.answerWith(async () => {
      queuedDuringCall = idsOf(await leaseDueBatches(pool(), 10));
      return { kind: 'sent', providerMessageId: 'm' };
    });
    await notification.worker.batchSender.sendBatch(first);
    expect(queuedDuringCall).toEqual(others);
  });

  it('shows no recipient the address of another: each has a separate envelope and unsubscribe link', async () => {
    await seedRecipients(pool(), 3, 'apart.example');
    await sendMailing({ to: null });
    await sendBatches();
    const [batch] = recorder.batches;
    const content = JSON.stringify([batch?.subject, batch?.text, batch?.html]);
    expect(content).not.toContain('apart.example');
    const links = batch?.recipients.map(({ headers }) => headers?.['List-Unsubscribe']);
    expect(new Set(links).size).toBe(3);
    const [name = ''] = Object.keys(batch?.recipients[0]?.substitutions ?? {});
    for (const { headers, substitutions } of batch?.recipients ?? []) {
      const url = substitutions?.[name];
      expect(url).toMatch(/^https:\/\/cairn\.example\/api\/unsubscribe\?token=/);
      expect(headers).toEqual({
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      });
    }
    expect(batch?.html).toContain(`href="{{${name}}}"`);
    expect(batch?.text).toContain(`{{${name}}}`);
  });

  it('merges duplicate addresses, in different case or by account and address', async () => {
    await seedRecipients(pool(), 1, 'twice.example');
    const to = [
      'member0@twice.example',
      'MEMBER0@twice.example',
      ' New@twice.example',
      'new@twice.example',
    ];
    expect(await sendMailing({ to })).toMatchObject({ count: 2 });
    await sendBatches();
    expect(recorder.addresses().sort()).toEqual(['member0@twice.example', 'new@twice.example']);
  });

  it('P-3.3 backs off exponentially, also when the provider says that its limit has just reset', async () => {
    await seedRecipients(pool(), 1, 'limit.example');
    recorder.answerWith(async () => ({ kind: 'retry', error: 'status 429', waitSeconds: 0 }));
    await sendMailing({ to: null });
    const waits: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await sendBatches();
      const { rows } = await pool().query(
        // Counted from the postponement, not from now: this query may run late.
        `SELECT extract(epoch FROM next_try_at - max(at))::float AS wait
         FROM deliveries d JOIN delivery_history h ON h.delivery_id = d.id
         WHERE what = 'postponed' GROUP BY next_try_at`,
      );
      waits.push(rows[0].wait);
    }
    for (const [turn, wait] of waits.entries()) expect(wait).toBeGreaterThan(2 ** turn - 0.5);
  });

  it('drops only an invalid address, whether we or the provider detect it', async () => {
    const ids = await seedRecipients(pool(), 2_500, 'bad.example');
    await pool().query(`UPDATE recipients SET email = 'no address' WHERE user_id = $1`, [ids[7]]);
    const refused = new Set([
      'member3@bad.example',
      'member700@bad.example',
      'member2001@bad.example',
    ]);
    recorder.answerWith(async ({ recipients }) => {
      const refusedAt = recipients.flatMap(({ to }, index) => (refused.has(to) ? [index] : []));
      if (refusedAt.length === 0) return { kind: 'sent', providerMessageId: 'm' };
      return { kind: 'refused', error: 'status 400: personalizations', refusedAt };
    });
    await sendMailing({ to: null });
    await sendBatches();
    expect(await countStates(pool())).toEqual({ failed: 4, sent: 2_496 });
    expect(await statesOf('user_id = $1', [ids[7]])).toEqual(['failed: not an address']);
    expect(await statesOf('user_id = $1', [ids[700]])).toEqual([
      'failed: status 400: personalizations',
    ]);
  });

  it('finds the invalid address by bisection when the provider names none', async () => {
    await seedRecipients(pool(), 1_000, 'hidden.example');
    recorder.answerWith(async ({ recipients }) =>
      recipients.some(({ to }) => to === 'member421@hidden.example')
        ? { kind: 'refused', error: 'status 400: request', isCauseUnknown: true }
        : { kind: 'sent', providerMessageId: 'm' },
    );
    await sendMailing({ to: null });
    await sendBatches();
    expect(await countStates(pool())).toEqual({ failed: 1, sent: 999 });
    expect(recorder.batches.length).toBeLessThan(25);
  });

  it('continues after a crash in batch 2 without repeating what may have been sent', async () => {
    await seedRecipients(pool(), 2_501, 'crash.example');
    await sendMailing({ to: null });
    const [first = '', second = ''] = await openBatches(pool());
    await notification.worker.batchSender.sendBatch(first);
    // The worker dies during the call: no outcome is stored.
    let isDead = () => {};
    const died = new Promise<never>((_, reject) => {
      isDead = () => reject(new Error('killed'));
    });
    recorder.answerWith(() => {
      isDead();
      return died;
    });
    await expect(notification.worker.batchSender.sendBatch(second)).rejects.toThrow('killed');
    recorder.reset();
    await makeOld('deliveries', 'started_at');
    await notification.context.dispatcher.dispatch();
    await sendBatches();
    expect(recorder.batches.map(({ recipients }) => recipients.length)).toEqual([501]);
    expect(await countStates(pool())).toEqual({ maybe_sent: 1000, sent: 1501 });
    expect(await openBatches(pool())).toEqual([]);
  });
});

describe('P-3.3 a batch that the provider does not accept now', () => {
  it('waits for Retry-After as a whole and is sent then', async () => {
    await seedRecipients(pool(), 20, 'later.example');
    await sendMailing({ to: null });
    recorder.answerWith(async () => ({ kind: 'retry', error: 'status 429', waitSeconds: 90 }));
    const [batch = ''] = await openBatches(pool());
    expect(await notification.worker.batchSender.sendBatch(batch)).toBe(90);
    const { rows } = await pool().query(
      `SELECT extract(epoch FROM next_try_at - now())::float AS wait FROM delivery_batches`,
    );
    expect(rows[0].wait).toBeGreaterThan(80);
    expect(await countStates(pool())).toEqual({ pending: 20 });
    expect(await notification.context.dispatcher.dispatch()).toBe(0);
    recorder.reset();
    await sendBatches();
    expect(await countStates(pool())).toEqual({ sent: 20 });
  });

  it('fails after its last attempt', async () => {
    const [id] = await seedRecipients(pool(), 2, 'spent.example');
    await sendMailing({ to: null });
    await pool().query('UPDATE deliveries SET attempts = 11');
    recorder.answerWith(async () => ({ kind: 'retry', error: 'status 503', waitSeconds: null }));
    await sendBatches();
    expect(await statesOf('user_id = $1', [id])).toEqual(['failed: status 503']);
  });

  it('is marked as maybe sent and not repeated after an unknown outcome', async () => {
    await seedRecipients(pool(), 2, 'unknown.example');
    await sendMailing({ to: null });
    recorder.answerWith(async () => ({ kind: 'unknown', error: 'ECONNRESET' }));
    await sendBatches();
    await sendBatches();
    expect(recorder.batches).toHaveLength(1);
    expect(await countStates(pool())).toEqual({ maybe_sent: 2 });
  });

  it('is one call when its job runs several times concurrently', async () => {
    await seedRecipients(pool(), 50, 'once.example');
    await sendMailing({ to: null });
    const [batch = ''] = await openBatches(pool());
    await Promise.all(
      Array.from({ length: 5 }, () => notification.worker.batchSender.sendBatch(batch)),
    );
    expect(recorder.addresses()).toHaveLength(50);
  });
});

const pool = () => notification.context.pool;

async function sendMailing(draft: { to: string[] | null }): Promise<unknown> {
  const { body } = await call(notification.url + sendEmail.path, {
    token: adminToken(),
    json: { subject: 'News', content: '<p>Look north</p>', ...draft },
  });
  return body;
}

async function sendBatches(): Promise<void> {
  for (const id of await openBatches(pool())) await notification.worker.batchSender.sendBatch(id);
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

async function statesOf(where: string, values: unknown[]): Promise<string[]> {
  const { rows } = await pool().query(
    `SELECT state || ': ' || coalesce(last_error, '') AS state FROM deliveries WHERE ${where}`,
    values,
  );
  return rows.map(({ state }) => state);
}

async function makeOld(table: string, column: string): Promise<void> {
  await pool().query(
    `UPDATE ${table} SET ${column} = now() - interval '5 minutes' WHERE state = 'sending'`,
  );
}
