import { flushCompileCache } from 'node:module';
import type { Bus } from '@cairn/events/bus.ts';
import { createPublisher } from '@cairn/events/outbox.ts';
import { createRelay } from '@cairn/events/relay.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { createBus, defineHappened, SCHEMA } from './events-setup.ts';

// A crashable process: it writes rows with their events, relays them, and kills itself (SIGKILL) at
// the given point, or runs until it is killed.
const [databaseUrl = '', topic = '', dieAt = 'never', from = '1'] = process.argv.slice(2);
const KEYS = 5;

// A killed process stores no compile cache at its end.
flushCompileCache();

const happened = defineHappened(topic);
const publish = createPublisher(SCHEMA);
const pool = createPool({ url: databaseUrl, schema: SCHEMA, name: 'writer', onError: () => {} });
const bus = createBus();

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

const dyingBus: Bus = {
  ...bus,
  async publish(messages) {
    if (dieAt === 'before-sending') await die();
    const sending = bus.publish(messages);
    if (dieAt === 'while-sending') setTimeout(die, Math.random() * 20);
    await sending;
    if (dieAt === 'after-acknowledgement') await die();
  },
};

/** Every seventh transaction is rolled back; its number is negative. */
async function write(n: number): Promise<void> {
  const key = `key-${n % KEYS}`;
  const isRolledBack = n % 7 === 0;
  await inTransaction(pool, async (tx) => {
    await tx.query('INSERT INTO ledger (n, key) VALUES ($1, $2)', [n, key]);
    await publish(tx, happened, { key, n: isRolledBack ? -n : n });
    if (dieAt === 'before-commit' && n % 7 === 3) await die();
    if (isRolledBack) throw new Error('rolled back');
  }).catch((error) => {
    if (!isRolledBack) throw error;
  });
  if (dieAt === 'after-commit' && n % 7 === 3) await die();
}

createRelay({
  databaseUrl,
  schema: SCHEMA,
  pool,
  bus: dyingBus,
  logger: createLogger('writer', 'silent'),
  metrics: createMetrics('writer'),
}).start();

async function writeOwn(remainder: number): Promise<void> {
  for (let n = Number(from) + remainder; ; n += KEYS) await write(n);
}
process.send?.('started');
await Promise.all(Array.from({ length: KEYS }, (_, remainder) => writeOwn(remainder)));
