import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { createPasswords } from '../../services/auth/src/passwords/passwords.ts';
import { type Client, createClient } from '../support/http.ts';
import { createPlayer, type Player } from '../support/player.ts';

/**
 * Logins per second against the bare rate of hashes, and /healthz at the same time (P-4.5); the difference
 * in time between known and unknown addresses (P-4.1); how long a revoked token is still accepted by
 * each service (P-4.3). Against the stack that `npm start` runs; its path may be given.
 */
const root = new URL(process.argv[2] ? `file://${process.argv[2]}/` : '../../', import.meta.url);
const ATTEMPTS = 200;

const endpoints = JSON.parse(await readFile(new URL('.local/endpoints.json', root), 'utf8')) as {
  gateway: string;
  services: Record<'auth' | 'catalog' | 'payment' | 'notification' | 'admin', string>;
};
const { services } = endpoints;
const visitor = createClient(endpoints.gateway);
const { stripePublishableKey } = (await visitor.get('/api/config')).body as SiteConfig;
const site = { url: endpoints.gateway, stripePublishableKey };
// One loopback address per attempt, where limits by address would interfere.
const addressOf = (index: number) => `127.1.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`;

await measureLogins();
await measureTimes();
await measureRevocations();

async function measureLogins(): Promise<void> {
  const bare = await bareHashRate();
  console.log(`bare hashes: ${bare.toFixed(1)} a second on ${availableParallelism()} cores`);
  const waits: number[] = [];
  let isFlooded = true;
  const watching = (async () => {
    while (isFlooded) {
      const began = performance.now();
      await Promise.all([visitor.get('/healthz'), createClient(services.auth).get('/healthz')]);
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: ATTEMPTS }, (_, index) =>
      logIn(createClient(site.url, addressOf(index)), `flood-${index}@example.com`),
    ),
  );
  const seconds = (performance.now() - began) / 1_000;
  isFlooded = false;
  await watching;
  const rate = ATTEMPTS / seconds;
  console.log(
    `${ATTEMPTS} logins at once: ${rate.toFixed(1)} a second (${share(rate / bare)} of bare)`,
  );
  console.log(`  answered: ${[...new Set(statuses)].join(', ')}`);
  report('  /healthz of gateway and auth under login load', waits);
}

async function bareHashRate(): Promise<number> {
  const passwords = createPasswords();
  const began = performance.now();
  await Promise.all(Array.from({ length: ATTEMPTS }, () => passwords.matches('a password', null)));
  return (ATTEMPTS * 1_000) / (performance.now() - began);
}

/** Calls auth directly, so that the limits of the gateway do not apply. */
async function measureTimes(): Promise<void> {
  const known = await createPlayer(site, addressOf(0));
  const client = createClient(services.auth);
  const unknown = () => `${randomBytes(6).toString('hex')}@example.com`;
  const ways: [string, (email: string) => Promise<unknown>][] = [
    ['login', (email) => logIn(client, email)],
    [
      'sign-up',
      (email) => client.post('/api/auth/signup', { email, password: 'a long enough one' }),
    ],
    ['reset', (email) => client.post('/api/auth/password-reset/request', { email })],
    ['resend', (email) => client.post('/api/auth/resend-verification', { email })],
  ];
  for (const [name, ask] of ways) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let index = 0; index < ATTEMPTS; index += 1) {
      // Alternates, so that other load on the machine affects both alike.
      times.known.push(await timeOf(() => ask(known.email)));
      times.unknown.push(await timeOf(() => ask(unknown())));
    }
    const [a, b] = [median(times.known), median(times.unknown)];
    console.log(
      `${name}: median ${a.toFixed(2)} ms known, ${b.toFixed(2)} ms unknown, difference ${(a - b).toFixed(2)} ms`,
    );
  }
}

async function measureRevocations(): Promise<void> {
  const admin = createClient(services.admin);
  const probes: [string, (token: string) => Promise<{ status: number }>][] = [
    ['auth', (token) => createClient(services.auth).get('/api/auth/verify', { token })],
    ['catalog', (token) => createClient(services.catalog).get('/api/hunt/data/none', { token })],
    [
      'payment',
      (token) => createClient(services.payment).post('/api/create-payment-intent', {}, { token }),
    ],
    ['admin', (token) => admin.get('/api/admin/accounts', { token })],
  ];
  for (const [name, ask] of probes) {
    const times: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const player = await createPlayer(site, addressOf(index + 1));
      if ((await ask(player.token)).status === 401) throw new Error(`${name} refuses a good token`);
      times.push(await timeUntilRefused(player, ask));
    }
    report(`${name} refused an ended token after`, times);
  }
}

/** Measured from the response of the logout everywhere; 0 when the next request was refused. */
async function timeUntilRefused(
  player: Player,
  ask: (token: string) => Promise<{ status: number }>,
): Promise<number> {
  const { status } = await player.client.post('/api/auth/logout-everywhere', {}, player);
  if (status !== 200) throw new Error(`logging out answered ${status}`);
  const began = performance.now();
  for (let asked = 0; ; asked += 1) {
    const sent = performance.now();
    if ((await ask(player.token)).status === 401) return asked === 0 ? 0 : sent - began;
  }
}

async function logIn(client: Client, email: string): Promise<number> {
  return (await client.post('/api/auth/login', { email, password: 'a wrong password' })).status;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

function share(part: number): string {
  return `${(100 * part).toFixed(0)} %`;
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN).toFixed(1);
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
}
