import type { Session } from '@cairn/contracts/http/accounts.ts';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { createPasswords } from '../../services/auth/src/passwords/passwords.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { createClient } from '../support/http.ts';
import { startBareServer } from './bench/children.ts';
import { compare, describe, HEADINGS, type Row } from './bench/comparison.ts';
import { type Load, load } from './bench/load.ts';
import { readUsage } from './bench/processes.ts';
import { compareProxies } from './bench/proxies.ts';
import { preparePurchases } from './bench/purchases.ts';

// `npm run bench`: the cost of the main requests through the gateway, alternating with a baseline of
// Node (or the hash) alone; and the gateway compared with other proxies. Takes about three minutes.
const READS = { seconds: 3, connections: 50 };
const LOGINS = { seconds: 4, connections: 8 };
const PURCHASES = { each: 100, connections: 6 };
/** The first is a warm-up. */
const PURCHASE_RUNS = 4;

/** All requests come from one address and few users; limits are still counted, as that costs time. */
const MANY = { points: 100_000_000 };
const LIMITS = JSON.stringify({
  'api-address': MANY,
  'login-account': MANY,
  'login-address': MANY,
  'signup-address': MANY,
  'payment-intents-user': MANY,
});

const stack = await startTestStack({ LIMITS });
try {
  const rows = [await readProducts(), await verify(), await logIn(), await recordPurchases()];
  const proxies = await compareProxies(stack.inside, LIMITS);
  const { residentMb } = await readUsage(stack.inside);
  const faults = await findInconsistencies(stack);
  console.log(`\n${HEADINGS}\n${rows.map(describe).join('\n')}\n\n${proxies.join('\n')}`);
  console.log(`\nresident memory in MB at the end\n  ${listMemory(residentMb)}`);
  console.log(`faults in the books: ${faults.length === 0 ? 'none' : faults.join('\n')}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await stack.stop();
}
process.exit();

function readProducts(): Promise<Row> {
  return compareCall('GET /api/products', {});
}

async function verify(): Promise<Row> {
  const { body } = await createClient(stack.site.url).post('/api/auth/login', stack.admin);
  const { token } = body as Session;
  return compareCall('GET /api/auth/verify', { headers: { authorization: `Bearer ${token}` } });
}

/** A read-only request compared with a bare server that answers with the same bytes. */
async function compareCall(
  what: string,
  request: { headers?: Record<string, string> },
): Promise<Row> {
  const url = `${stack.site.url}${what.slice('GET '.length)}`;
  const bare = await startBareServer(await (await fetch(url, request)).text());
  try {
    return await compare(stack.inside, what, {
      cairn: () => load({ url, request, ...READS }),
      bare: () => load({ url: bare.url, request, ...READS }),
    });
  } finally {
    await bare.stop();
  }
}

/** The baseline is the hashes alone, with auth's concurrency: one on two cores. */
function logIn(): Promise<Row> {
  const passwords = createPasswords();
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(stack.admin),
  } as const;
  return compare(stack.inside, 'POST /api/auth/login', {
    cairn: () => load({ url: `${stack.site.url}/api/auth/login`, request, ...LOGINS }),
    async bare() {
      const began = performance.now();
      const seconds = () => (performance.now() - began) / 1_000;
      let count = 0;
      const lane = async () => {
        while (seconds() < LOGINS.seconds) {
          await passwords.matches(stack.admin.password, null);
          count += 1;
        }
      };
      await Promise.all(Array.from({ length: LOGINS.connections }, lane));
      return { perSecond: count / seconds() };
    },
  });
}

/** Each request records a new charge: read at Stripe, written, handed over to catalog and auth. */
async function recordPurchases(): Promise<Row> {
  const { each, connections } = PURCHASES;
  const requests = await preparePurchases(stack, each * PURCHASE_RUNS);
  const url = `${stack.site.url}/api/record-purchase`;
  const bare = await startBareServer(JSON.stringify({ success: true }));
  const next = (): Promise<Load> => load({ url, connections, requests: requests.splice(0, each) });
  try {
    return await compare(stack.inside, 'POST /api/record-purchase', {
      cairn: next,
      bare: () => load({ url: bare.url, connections, seconds: 2 }),
    });
  } finally {
    await bare.stop();
  }
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

function listMemory(residentMb: Record<string, number>): string {
  const list = Object.entries(residentMb);
  const total = list.reduce((sum, [, mb]) => sum + mb, 0);
  const items = list.map(([name, mb]) => `${name} ${mb.toFixed(0)}`).join(' · ');
  return `${items} · together ${total.toFixed(0)}`;
}
