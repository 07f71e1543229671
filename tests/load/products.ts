import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { createClient } from '../support/http.ts';
import { type LiveListener, listenTo } from '../support/live.ts';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { measureRate } from '../support/raw-requests.ts';

/**
 * The figures of hunts, against the stack that `npm start` runs (or whose endpoints.json is named):
 * from a purchase to the new value in another open browser, from a clue's moment to those browsers,
 * 100 right codes at once, GET /api/products beside a bare server, the memory of 1,000 listeners.
 */
const PURCHASES = 30;
const CLUES = 20;
const FINDERS = 100;
const ROUNDS = 5;
const ROUND = { seconds: 4, width: 50 };
const LISTENERS = 1_000;

type Endpoints = {
  gateway: string;
  gatewayMetrics: string;
  logins: { admin: { email: string; password: string } };
};

const file = process.argv[2] ?? new URL('../../.local/endpoints.json', import.meta.url);
const endpoints = JSON.parse(await readFile(file, 'utf8')) as Endpoints;
const visitor = createClient(endpoints.gateway);
const { stripePublishableKey } = (await visitor.get('/api/config')).body as SiteConfig;
const site = { url: endpoints.gateway, stripePublishableKey };
const admin = (await visitor.post('/api/auth/login', endpoints.logins.admin)).body as Session;

const page = await listenTo(endpoints.gateway, '127.2.0.1');
await measurePurchases(page);
await measureReleases(page);
await measureClaims(page);
page.leave();
await measureRates();
await measureListeners();

/** Another browser has the page open during a purchase. */
async function measurePurchases(other: LiveListener): Promise<void> {
  const [sinceAsked, sinceAnswered]: [number[], number[]] = [[], []];
  for (let index = 0; index < PURCHASES; index += 1) {
    const player = await createPlayer(site, `127.2.1.${1 + index}`);
    const product = await findProduct(visitor, 'vt-troll-hunt');
    const intentId = await pay(site, player, product);
    const grown = other.next(
      ({ event, data }) =>
        event === 'product' && (data as Product).purchase_bonus > product.purchase_bonus,
    );
    const asked = performance.now();
    const { status } = await recordPurchase(player, product, intentId);
    const answered = performance.now();
    if (status !== 200) throw new Error(`record-purchase answered ${status}`);
    const { at } = await grown;
    sinceAsked.push(at - asked);
    sinceAnswered.push(at - answered);
  }
  report('a purchase was asked for, and another browser had the new value', sinceAsked);
  report('  the same since the purchase was answered', sinceAnswered);
}

async function measureReleases(other: LiveListener): Promise<void> {
  const { id } = await createHunt();
  const late: number[] = [];
  for (let index = 0; index < CLUES; index += 1) {
    const moment = Date.now() + 400;
    const released = other.next(({ event }) => event === 'released');
    await act(`/api/admin/hunts/${id}/clues`, {
      kind: 'clue',
      title: 'A clue',
      body_html: '<p>North.</p>',
      publish_at: new Date(moment).toISOString(),
    });
    late.push(performance.timeOrigin + (await released).at - moment);
  }
  report('release of a clue to its event in an open browser', late);
}

async function measureClaims(other: LiveListener): Promise<void> {
  const { id, handle, treasure_code: code } = await createHunt();
  const finders = Array.from({ length: FINDERS }, (_, index) =>
    createClient(endpoints.gateway, `127.2.2.${1 + index}`),
  );
  // Opens the connections first, so that all claims are sent at the same time.
  await Promise.all(finders.map((finder) => finder.get('/api/config')));
  const complete = other.next(
    ({ event, data }) => event === 'product' && (data as Product).id === id,
  );
  const began = performance.now();
  const answers = await Promise.all(
    finders.map((finder) => finder.post(`/api/hunts/${handle}/claim`, { code })),
  );
  const took = performance.now() - began;
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const counts = JSON.stringify(Object.fromEntries(statuses));
  console.log(`${FINDERS} right codes at once: ${counts} in ${took.toFixed(0)} ms`);
  const { at } = await complete;
  console.log(`  an open browser saw the hunt complete after ${(at - began).toFixed(0)} ms`);
}

/**
 * Alternates Cairn's response and the same bytes from a bare server, so that other load affects both alike.
 * CPU time per request does not depend on other load.
 */
async function measureRates(): Promise<void> {
  const url = `${endpoints.gateway}/api/products`;
  const body = JSON.stringify((await visitor.get('/api/products')).body);
  const bareServer = await startBareServer(body);
  const rounds: { cairn: Cost; bare: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measureCost(bareServer.url, bareServer.readCpu);
    const cairn = await measureCost(url, async () => (await readProcess()).cpu);
    rounds.push({ cairn, bare });
  }
  bareServer.stop();
  const [rate, ratio, cpu] = [
    median(rounds.map(({ cairn }) => cairn.perSecond)),
    median(rounds.map(({ cairn, bare }) => cairn.perSecond / bare.perSecond)),
    median(rounds.map(({ cairn, bare }) => bare.cpuMs / cairn.cpuMs)),
  ];
  console.log(
    `GET /api/products (${body.length} bytes): ${rate.toFixed(0)} a second, ${ratio.toFixed(2)} of a bare node:http server; by time of a processor ${cpu.toFixed(2)}`,
  );
}

type Cost = { perSecond: number; cpuMs: number };

async function measureCost(url: string, readCpu: () => Promise<number>): Promise<Cost> {
  const before = await readCpu();
  const { perSecond, answered, refused } = await measureRate(url, ROUND);
  if (refused > 0) throw new Error(`${refused} of ${answered} were refused`);
  return { perSecond, cpuMs: ((await readCpu()) - before) / answered };
}

async function startBareServer(body: string) {
  const child = fork(new URL('bare-server.ts', import.meta.url), [body]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/`,
    async readCpu() {
      child.send('cpu');
      const [{ cpu }] = (await once(child, 'message')) as [{ cpu: number }];
      return cpu;
    },
    stop: () => void child.kill(),
  };
}

async function measureListeners(): Promise<void> {
  const before = await readProcess();
  const listeners: LiveListener[] = [];
  for (let index = 0; index < LISTENERS; index += 1) {
    const address = `127.4.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`;
    listeners.push(await listenTo(endpoints.gateway, address));
  }
  const after = await readProcess();
  const each = (name: 'resident' | 'heap') =>
    ((after[name] - before[name]) / LISTENERS / 1024).toFixed(1);
  const megabytes = ((after.resident - before.resident) / 1024 ** 2).toFixed(1);
  console.log(
    `${LISTENERS} live listeners: ${megabytes} MB more (${each('resident')} kB each, ${each('heap')} kB of heap)`,
  );
  const arrivals = Promise.all(
    listeners.map(({ next }) => next(({ event }) => event === 'product')),
  );
  const asked = performance.now();
  await createHunt();
  const times = (await arrivals).map(({ at }) => at - asked);
  report(`a new hunt was asked for, and each of ${LISTENERS} browsers had it`, times);
  for (const listener of listeners) listener.leave();
}

/** Memory of the gateway in bytes, and its CPU time in milliseconds since its start. */
async function readProcess(): Promise<{ resident: number; heap: number; cpu: number }> {
  const text = await (await fetch(`${endpoints.gatewayMetrics}/metrics`)).text();
  const readMetric = (name: string) =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    resident: readMetric('process_resident_memory_bytes'),
    heap: readMetric('nodejs_heap_size_used_bytes'),
    cpu: readMetric('process_cpu_seconds_total') * 1_000,
  };
}

type Hunt = { id: string; handle: string; treasure_code: string };

async function createHunt(): Promise<Hunt> {
  const hunt = {
    handle: `load-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`,
    title: 'A hunt of the load',
    region: 'Nowhere',
    description: 'Made to be measured.',
    price_amount: 10,
    status: 'active',
  };
  return (await act('/api/admin/hunts', hunt)) as Hunt;
}

async function act(path: string, json: unknown): Promise<unknown> {
  const { status, body } = await visitor.post(path, json, admin);
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(0);
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
}
