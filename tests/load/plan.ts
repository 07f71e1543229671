import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { describeConfirmation, type Measured } from '../../infra/local/capacity/confirmation.ts';
import { readMeasuredCpu } from '../../infra/local/capacity/costs.ts';
import { planFor } from '../../infra/local/capacity/model.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { type Client, createClient } from '../support/http.ts';
import { LIMITS } from './bench/limits.ts';
import { pace } from './bench/pace.ts';
import { preparePurchases } from './bench/purchases.ts';
import { createStatementCounter, readUsage, sum } from './bench/usage.ts';

// `npm run plan -- --confirm`: the busiest minute of so many players, as the model describes it, on this
// machine: pages, logins, purchases and live streams at the rates of the plan. Prints the plan beside what
// was measured, without what the idle processes use; with a file's name also into that file.
const TABLE = /(<!-- confirmed by [^\n]* -->\n)[\s\S]*?(<!-- end -->)/;
const POINTS = [20_000, 100_000];
const SECONDS = 40;
const IDLE_SECONDS = 15;
const STREAMS_OF_ADDRESS = 250;
/** Events of the last purchases arrive within this time. */
const SETTLE_MS = 3_000;

const cpu = readMeasuredCpu();
const results: { players: number; measured: Measured }[] = [];
for (const players of POINTS) results.push({ players, measured: await measure(players) });
const table = describeConfirmation(results, cpu);
console.log(`\n${table}`);
const document = process.argv[2];
if (document) {
  const text = readFileSync(document, 'utf8');
  writeFileSync(
    document,
    text.replace(TABLE, (_, begin, end) => `${begin}\n${table}\n\n${end}`),
  );
}
process.exit();

async function measure(players: number): Promise<Measured> {
  const need = planFor(players, cpu);
  const stack = await startTestStack({ LIMITS });
  const statements = await createStatementCounter(stack.inside);
  const streams = { bytes: 0, stops: [] as (() => void)[] };
  try {
    const spread = Math.ceil(need.purchasesPerS * SECONDS);
    const charges = await preparePurchases(stack, { spread, players: Math.min(spread, 20) });
    const client = createClient(stack.site.url);
    // The member of the hunt bought it.
    await record(client, charges.spread[0]);
    const { member } = charges;
    const path = `/api/hunt/data/${member.handle}`;
    const isMember = async () => (await client.get(path, member)).status === 200;
    await waitUntil(isMember, { what: 'the membership' });
    await openStreams(stack, Math.round(need.listeners), streams);
    const snapshot = async () => ({
      cpuMs: sum(readUsage().cpuMs),
      statements: await statements.count(),
      bytes: streams.bytes,
    });
    const before = await snapshot();
    await sleep(IDLE_SECONDS * 1_000);
    const idle = await snapshot();
    const began = performance.now();
    await sendLoad({ client, need, charges, stack });
    await sleep(SETTLE_MS);
    const seconds = (performance.now() - began) / 1_000;
    const after = await snapshot();
    const rate = (key: keyof typeof idle) =>
      (after[key] - idle[key] - ((idle[key] - before[key]) / IDLE_SECONDS) * seconds) / SECONDS;
    return {
      cpuMsPerS: rate('cpuMs'),
      statementsPerS: rate('statements'),
      liveBytesPerS: rate('bytes'),
    };
  } finally {
    for (const stop of streams.stops) stop();
    await statements.stop();
    await stack.stop();
  }
}

type Charges = Awaited<ReturnType<typeof preparePurchases>>;

async function sendLoad(options: {
  client: Client;
  need: ReturnType<typeof planFor>;
  charges: Charges;
  stack: TestStack;
}): Promise<void> {
  const { client, need, charges, stack } = options;
  const { member, spread } = charges;
  const seconds = SECONDS;
  await Promise.all([
    pace({ perSecond: need.readsPerS, seconds }, async () => {
      await expectOk(client.get('/api/products'));
      await expectOk(client.get('/api/auth/verify', member));
      await expectOk(client.get(`/api/hunt/data/${member.handle}`, member));
    }),
    pace({ perSecond: need.loginsPerS, seconds }, () =>
      expectOk(client.post('/api/auth/login', stack.admin)),
    ),
    pace({ perSecond: (spread.length - 1) / seconds, seconds }, () =>
      record(client, spread.splice(1, 1)[0]),
    ),
  ]);
}

function record(client: Client, request: Charges['spread'][0] | undefined): Promise<void> {
  const token = String(request?.headers?.['authorization']).replace('Bearer ', '');
  const body = JSON.parse(String(request?.body));
  return expectOk(client.post('/api/record-purchase', body, { token }));
}

async function expectOk(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200 && status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** Opens live streams from several addresses and counts what they receive. */
async function openStreams(
  { site }: TestStack,
  count: number,
  streams: { bytes: number; stops: (() => void)[] },
): Promise<void> {
  const url = `${site.url.replace('//localhost', '//127.0.0.1')}/api/products/live`;
  for (let index = 0; index < count; index += 1) {
    const localAddress = `127.0.20.${Math.floor(index / STREAMS_OF_ADDRESS) + 1}`;
    await new Promise<void>((resolve, reject) => {
      const request = get(url, { agent: false, localAddress }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`));
        response.on('data', (chunk: Buffer) => {
          streams.bytes += chunk.length;
        });
        response.on('error', () => {});
        resolve();
      });
      request.on('error', reject);
      streams.stops.push(() => request.destroy());
    });
  }
}
