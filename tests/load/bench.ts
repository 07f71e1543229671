import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { compareLogins, compareReads } from './bench/calls.ts';
import { compare, type Row, tableOf } from './bench/comparison.ts';
import { measureHomeScript } from './bench/home-script.ts';
import { LIMITS } from './bench/limits.ts';
import { load } from './bench/load.ts';
import { compareProxies } from './bench/proxies.ts';
import { preparePurchases } from './bench/purchases.ts';
import { measureReconciliation } from './bench/reconciliation.ts';
import { describeReport } from './bench/report.ts';
import { createStatementCounter, readUsage, sumOwn } from './bench/usage.ts';

// `npm run bench`: the cost of the main requests through the gateway, alternating with a baseline of
// Node (or the hash) alone; the gateway compared with other proxies; idle CPU, memory and
// reconciliation. `-- --save` writes infra/docs/benchmarks.md. Takes about nine minutes.
const REPORT = new URL('../../infra/docs/benchmarks.md', import.meta.url);
const IDLE_SECONDS = 30;
/** Of one run; the first of six runs of each kind is a warm-up. */
const PURCHASES = { each: 100, connections: 6, runs: 6 };
const UNRECORDED = 100;

const stack = await startTestStack({ LIMITS });
const statements = await createStatementCounter(stack.inside);
try {
  const memoryAtRest = sumOwn(readUsage().pssMb);
  const idleShare = await measureIdle();
  const paid = PURCHASES.each * PURCHASES.runs;
  const counts = { spread: paid, hot: paid, unrecorded: UNRECORDED };
  const charges = await preparePurchases(stack, counts);
  const purchases = [
    await recordPurchases('POST record-purchase, different players', charges.spread),
    await recordPurchases('POST record-purchase, one hot hunt', charges.hot),
  ];
  const reconciled = await measureReconciliation(stack.inside);
  const reads = await compareReads(stack, charges.member);
  const login = await compareLogins(stack);
  const memoryAfterLoad = sumOwn(readUsage().pssMb);
  const proxies = await compareProxies(stack.inside, LIMITS);
  const faults = await findInconsistencies(stack);
  const report = describeReport({
    table: tableOf([...reads.rows, login.row, ...purchases]),
    openLoop: reads.openLoop,
    healthMs: login.healthMs,
    ...{ memoryAtRest, memoryAfterLoad, idleShare, reconciled, proxies, faults },
    homeScriptKb: await measureHomeScript(),
  });
  console.log(`\n${report}`);
  if (process.argv.includes('--save')) await writeFile(REPORT, report);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await statements.stop();
  await stack.stop();
}
process.exit();

/** The share of one core that our processes use without requests. */
async function measureIdle(): Promise<number> {
  // Start-up work ends.
  await sleep(10_000);
  const before = sumOwn(readUsage().cpuMs);
  await sleep(IDLE_SECONDS * 1_000);
  return (sumOwn(readUsage().cpuMs) - before) / (IDLE_SECONDS * 1_000);
}

/**
 * Each request records a new charge: read at Stripe, written, handed over to catalog and auth, sent
 * to Kafka, and the receipt is mailed.
 */
function recordPurchases(
  what: string,
  requests: Awaited<ReturnType<typeof preparePurchases>>['hot'],
): Promise<Row> {
  const { each, connections } = PURCHASES;
  const url = `${stack.site.url}/api/record-purchase`;
  const runs = { cairn: () => load({ url, connections, requests: requests.splice(0, each) }) };
  return compare(what, runs, () => statements.count());
}

function findInconsistencies({ inside, site }: TestStack): Promise<string[]> {
  const { sandbox, gateway } = inside.environments;
  const inputs = {
    postgresUrl: inside.databaseUrl,
    gateway: site.url,
    sandbox: gateway['SANDBOX_URL'] ?? '',
    stripe: {
      secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
      publishableKey: site.stripePublishableKey,
      webhookSecret: '',
    },
  };
  return checkInvariants(inputs, 60_000);
}
