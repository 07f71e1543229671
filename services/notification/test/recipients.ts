import { randomUUID } from 'node:crypto';
import { huntCluePublished } from '@cairn/contracts/events/hunts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import type { BatchOutcome, Mail, MailBatch } from '../src/providers/mail-provider.ts';
import type { Notification } from './harness.ts';

/** Active, verified users `member0@<domain>` and so on, as rows; returns their ids. */
export async function seedRecipients(pool: Pool, count: number, domain: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await pool.query(
    `INSERT INTO recipients (user_id, email, first_name, email_verified, status, version)
     SELECT id, 'member' || (place - 1) || '@' || $2::text, NULL, true, 'active', 1
     FROM unnest($1::uuid[]) WITH ORDINALITY AS given(id, place)`,
    [ids, domain],
  );
  return ids;
}

/** Makes users members of a hunt, with email alerts on. */
export async function seedMembers(pool: Pool, ids: string[], productId: string): Promise<void> {
  await pool.query(
    `INSERT INTO alert_preferences (user_id, product_id, product_title, region, handle, joined_at)
     SELECT id, $2, 'The Vermont Troll', 'Vermont', 'vt-troll-hunt', now() FROM unnest($1::uuid[]) AS given(id)`,
    [ids, productId],
  );
}

/** Deletes all recipients and deliveries. */
export async function emptyLedger(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM deliveries');
  await pool.query('DELETE FROM delivery_batches');
  await pool.query('DELETE FROM mailings');
  await pool.query('DELETE FROM suppressions');
  await pool.query('DELETE FROM phones');
  await pool.query('DELETE FROM alert_preferences');
  await pool.query('DELETE FROM recipients');
}

export async function openBatches(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT id FROM delivery_batches WHERE closed_at IS NULL ORDER BY part',
  );
  return rows.map(({ id }) => id);
}

/** Whether a statement waits for a row that another transaction has locked. */
export async function isWaitingForRowLock(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`,
  );
  return rowCount !== 0;
}

/** How many rows of the ledger are in each state. */
export async function countStates(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    'SELECT state, count(*)::int FROM deliveries GROUP BY state ORDER BY state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** The event of a clue that has just been published. */
export function clueIn(huntId: string) {
  return makeEvent(huntCluePublished, {
    ...{ huntId, handle: 'vt-troll-hunt', title: 'The Vermont Troll' },
    ...{ clueId: randomUUID(), kind: 'clue', clueTitle: 'Where the water turns', number: 4 },
    publishedAt: new Date().toISOString(),
  });
}

/** A mail provider that records its calls and returns the outcomes that a test chooses. */
export function createRecorder() {
  const batches: MailBatch[] = [];
  const accept = async (): Promise<BatchOutcome> => ({ kind: 'sent', providerMessageId: 'm' });
  let answer: (batch: MailBatch) => Promise<BatchOutcome> = accept;
  const sendBatch = (batch: MailBatch) => {
    batches.push(batch);
    return answer(batch);
  };
  return {
    batches,
    provider: {
      sendBatch,
      send: ({ to, deliveryId, headers, ...content }: Mail) =>
        sendBatch({
          ...content,
          recipients: [{ to, deliveryId, ...(headers ? { headers } : {}) }],
        }),
    },
    addresses: () => batches.flatMap(({ recipients }) => recipients.map(({ to }) => to)),
    answerWith(next: (batch: MailBatch) => Promise<BatchOutcome>) {
      answer = next;
    },
    reset() {
      batches.length = 0;
      answer = accept;
    },
  };
}

/** Sends all pending batches and rows directly, without the queue. */
export async function sendEverything({ context, worker }: Notification): Promise<void> {
  for (const id of await openBatches(context.pool)) await worker.batchSender.sendBatch(id);
  const { rows } = await context.pool.query(
    `SELECT id FROM deliveries WHERE state = 'pending' AND batch_id IS NULL ORDER BY created_at, id`,
  );
  for (const { id } of rows) await worker.sender.send(id);
}
