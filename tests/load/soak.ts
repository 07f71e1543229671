import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestStack } from '../e2e/stack.ts';
import { ALLOWED_PER_HOUR, createSampler, type Sample } from './soak/samples.ts';
import { startSteadyLoad } from './soak/steady-load.ts';
import { type Trend, trendOf } from './soak/trend.ts';

// `npm run soak -- --minutes 60`: memory, handles, connections, lag and rows during a steady load.
// Exits with 1 if a figure grows by more than allowed (soak/samples.ts) in the second half of the
// time; in the first half heaps and caches fill.
const SAMPLES = 60;
const MANY = { points: 100_000_000 };
const LIMITS = JSON.stringify({
  ...{ 'api-address': MANY, 'admin-address': MANY, 'mailings-user': MANY },
  ...{ 'login-address': MANY, 'payment-intents-user': MANY },
});

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes is a positive number, not ${values.minutes}`);

const stack = await startTestStack({ LIMITS });
const sampler = await createSampler(stack);
try {
  const load = await startSteadyLoad(stack);
  const samples: { hours: number; sample: Sample }[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < SAMPLES; index += 1) {
    await sleep((minutes * 60_000) / SAMPLES);
    const hours = (performance.now() - startedAt) / 3_600_000;
    samples.push({ hours, sample: await sampler.sample() });
  }
  await load.stop();
  const late = samples.slice(SAMPLES / 2);
  const trends = Object.keys(late[0]?.sample ?? {}).map((name) => {
    const series = late.map(({ hours, sample }) => ({ hours, value: sample[name] ?? Number.NaN }));
    return { name, trend: trendOf(series), allowed: allowedOf(name) };
  });
  console.log(JSON.stringify(load.counts()));
  console.log(`Second half of ${minutes} minutes, on average per hour:`);
  for (const each of trends) console.log(describe(each));
  if (trends.some(isUnbounded)) process.exitCode = 1;
} finally {
  await sampler.stop();
  await stack.stop();
}
process.exit();

type Row = { name: string; trend: Trend; allowed: number };

function allowedOf(name: string): number {
  const kind = Object.keys(ALLOWED_PER_HOUR).find((each) => name.startsWith(each));
  return kind ? (ALLOWED_PER_HOUR[kind] ?? 0) : Number.POSITIVE_INFINITY;
}

function isUnbounded({ trend, allowed }: Row): boolean {
  return trend.atLeastPerHour > allowed;
}

function describe(row: Row): string {
  const { name, trend, allowed } = row;
  const numbers = [trend.first, trend.last, trend.perHour].map((each) =>
    each.toFixed(1).padStart(10),
  );
  const limit = Number.isFinite(allowed) ? `at most ${allowed}` : 'purged by age';
  return `${name.padEnd(36)}${numbers.join('')}  ${limit}${isUnbounded(row) ? '  EXCEEDED' : ''}`;
}
