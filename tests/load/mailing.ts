import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { huntCluePublished } from '@cairn/contracts/events/hunts.ts';
import { sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { startNotification } from '../../services/notification/test/harness.ts';
import {
  countStates,
  emptyLedger,
  seedMembers,
  seedRecipients,
} from '../../services/notification/test/recipients.ts';

/**
 * A mailing to 20,000, by two workers of which one is killed in the middle of a call, and 1,000
 * alerts of a clue. With the infrastructure of TEST_POSTGRES_URL, TEST_REDIS_URL and
 * TEST_KAFKA_BROKERS, databases of its own and the sandbox as SendGrid.
 */
const RECIPIENTS = Number(process.argv[2] ?? 20_000);
const MEMBERS = 1_000;
const WORKER = fileURLToPath(
  new URL('../../services/notification/test/crashable-worker.ts', import.meta.url),
);
const TIMEOUT = { timeoutMs: 300_000 };

const notification = await startNotification();
const { pool, dispatcher } = notification.context;
const workers: ChildProcess[] = [];
dispatcher.start?.();
try {
  await measureAlerts();
  await measureMailing();
} finally {
  for (const worker of workers) worker.kill('SIGKILL');
  await notification.stop();
}

async function measureAlerts(): Promise<void> {
  const huntId = randomUUID();
  const ids = await seedRecipients(pool, MEMBERS, 'alerts.example');
  await seedMembers(pool, ids, huntId);
  await startWorker();
  const publishedAt = new Date();
  await notification.deliver(
    makeEvent(huntCluePublished, {
      huntId,
      handle: 'vt-troll-hunt',
      title: 'The Vermont Troll',
      clueId: randomUUID(),
      kind: 'clue',
      clueTitle: 'Where the water turns',
      number: 4,
      publishedAt: publishedAt.toISOString(),
    }),
  );
  await waitUntil(async () => (await countStates(pool))['sent'] === MEMBERS, TIMEOUT);
  const { rows } = await pool.query('SELECT max(finished_at) AS last FROM deliveries');
  const seconds = (rows[0].last.getTime() - publishedAt.getTime()) / 1_000;
  console.log(`${MEMBERS} alerts: the last handed over ${seconds.toFixed(2)} s after the event`);
  await emptyLedger(pool);
}

async function measureMailing(): Promise<void> {
  await seedRecipients(pool, RECIPIENTS, 'mailing.example');
  const victim = await startWorker();
  // The duration of a full request at SendGrid.
  await fault({ latencyMs: 300 });
  const began = performance.now();
  const since = () => ((performance.now() - began) / 1_000).toFixed(1);
  await call(notification.url + sendEmail.path, {
    token: adminToken(),
    json: { subject: 'News', content: '<p>North</p>', to: null },
  });
  console.log(`${RECIPIENTS} recipients written down after ${since()} s`);
  await waitUntil(async () => {
    const { sent = 0, sending = 0 } = await countStates(pool);
    return sent >= RECIPIENTS / 2 && sending > 0;
  }, TIMEOUT);
  victim.kill('SIGKILL');
  console.log(
    `one of two workers killed after ${since()} s, ${JSON.stringify(await countStates(pool))}`,
  );
  await waitUntil(async () => !(await countStates(pool))['pending'], TIMEOUT);
  console.log(`nothing waits any more after ${since()} s`);
  await waitUntil(async () => {
    const { pending = 0, sending = 0 } = await countStates(pool);
    return pending + sending === 0;
  }, TIMEOUT);
  console.log(
    `every row has its end after ${since()} s, ${JSON.stringify(await countStates(pool))}`,
  );
  console.log(`arrived: ${JSON.stringify(await tally())}`);
}

/** The number of addresses by the number of mails received. */
async function tally(): Promise<Record<string, number>> {
  const { body } = await call(`${notification.providerUrl}/messages`);
  const counts = new Map<string, number>();
  for (const { to } of body as { to: string }[]) {
    if (to.endsWith('@mailing.example')) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  const times = Map.groupBy(counts.values(), (count) => `${count} times`);
  return Object.fromEntries([...times].map(([name, all]) => [name, all.length]));
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(WORKER, [notification.queuePrefix], {
    env: { PATH: process.env['PATH'], ...notification.workerEnvironment },
  });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

async function fault(faults: Record<string, unknown>): Promise<void> {
  const json = { provider: 'sendgrid', ...faults };
  await call(`${notification.providerUrl}/faults`, { method: 'PUT', json });
}
