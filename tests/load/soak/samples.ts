import { readdirSync } from 'node:fs';
import { SERVICE_NAMES } from '@cairn/contracts/services.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { Redis } from 'ioredis';
import type { TestStack } from '../../e2e/stack.ts';
import { readUsage } from '../bench/usage.ts';

export type Sample = Record<string, number>;

/** Growth per hour that is allowed, by the first words of a figure; others are only shown. */
export const ALLOWED_PER_HOUR: Record<string, number> = {
  'MB of': 15,
  'handles of': 10,
  'connections of': 5,
  'consumer lag': 100,
  'unpublished events': 100,
  'waiting jobs': 100,
  'open deliveries': 100,
  'parked events': 1,
  'dead letters': 1,
};

/** Rows that the purge by age removes (P-4.6): they grow with the load until the oldest are old enough. */
const PURGED = [
  ...SERVICE_NAMES.flatMap((schema) => [`${schema}.outbox`, `${schema}.inbox`]),
  ...['payment.stripe_events', 'payment.payment_attempts', 'catalog.code_attempts'],
  ...['notification.deliveries', 'notification.webhook_events'],
];

export async function createSampler(stack: TestStack) {
  const { databaseUrl: url, redisUrl, urls, gatewayMetrics } = stack.inside;
  const database = createPool({ url, schema: 'public', name: 'soak', max: 1, onError: () => {} });
  const redis = new Redis(redisUrl);
  return {
    async sample(): Promise<Sample> {
      const metrics = [...Object.values({ ...urls, gateway: gatewayMetrics })];
      const texts = await Promise.all(metrics.map(readMetrics));
      const total = (name: string) => texts.reduce((sum, text) => sum + sumMetric(text, name), 0);
      return {
        ...memoryAndHandles(stack),
        ...(await countInPostgres(database)),
        'connections of Redis': connectionsOf(await redis.info('clients')),
        'consumer lag': total('consumer_lag'),
        'waiting jobs': total('queue_length'),
      };
    },
    async stop(): Promise<void> {
      redis.disconnect();
      await database.end();
    },
  };
}

function memoryAndHandles({ processes }: TestStack): Sample {
  const { pssMb } = readUsage();
  const memory = Object.entries(pssMb).map(([name, value]) => [`MB of ${name}`, value]);
  const handles = processes
    .filter(({ name, pid }) => pid && name in pssMb)
    .map(({ name, pid }) => [`handles of ${name}`, readdirSync(`/proc/${pid}/fd`).length]);
  return Object.fromEntries([...memory, ...handles]);
}

async function countInPostgres(database: Pool): Promise<Sample> {
  const ofEach = (table: string, condition = '') =>
    SERVICE_NAMES.map((schema) => `(SELECT count(*) FROM ${schema}.${table} ${condition})`).join(
      ' + ',
    );
  const counts: Record<string, string> = {
    'connections of Postgres': '(SELECT count(*) FROM pg_stat_activity)',
    'unpublished events': ofEach('outbox', 'WHERE published_at IS NULL'),
    'parked events': ofEach('parked_events'),
    'dead letters': ofEach('dead_letters'),
    'open deliveries': `(SELECT count(*) FROM notification.deliveries
      WHERE state IN ('pending', 'sending'))`,
    ...Object.fromEntries(
      PURGED.map((table) => [`rows of ${table}`, `(SELECT count(*) FROM ${table})`]),
    ),
  };
  const { rows } = await database.query({
    text: `SELECT ${Object.values(counts).join(', ')}`,
    rowMode: 'array',
  });
  const values = rows[0] as unknown as string[];
  return Object.fromEntries(
    Object.keys(counts).map((name, index) => [name, Number(values[index])]),
  );
}

async function readMetrics(url: string): Promise<string> {
  const response = await fetch(`${url}/metrics`);
  return response.text();
}

function sumMetric(text: string, name: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && /^[{ ]/.test(line.slice(name.length)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

function connectionsOf(info: string): number {
  return Number(/connected_clients:(\d+)/.exec(info)?.[1]);
}
