import { readFile } from 'node:fs/promises';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { checkPurchases, type Endpoints } from './purchase-invariants.ts';

/**
 * Purchases a second, by several players at once, for 30 s or more, and then whether money,
 * purchases, members, prize and mails agree. Each player joins both seeded hunts. Against the stack
 * that `npm start` runs from the working directory.
 */
const PLAYERS = Number(process.argv[2] ?? 500);
const AT_ONCE = Number(process.argv[3] ?? 6);
const SECONDS = Number(process.argv[4] ?? 30);

const endpoints = JSON.parse(await readFile('.local/endpoints.json', 'utf8')) as Endpoints;
const visitor = createClient(endpoints.gateway);
const { stripePublishableKey } = (await visitor.get('/api/config')).body as SiteConfig;
const site = { url: endpoints.gateway, stripePublishableKey };

const players: Player[] = [];
await atOnce(AT_ONCE, PLAYERS, async (index) => {
  const address = `127.1.${1 + Math.floor(index / 50)}.${1 + (index % 50)}`;
  players.push(await createPlayer(site, address));
});

const hunts = ['vt-troll-hunt', 'porter-stash'];
const products = await Promise.all(hunts.map((handle) => findProduct(visitor, handle)));
const times: number[] = [];
const statuses = new Map<number, number>();
const began = performance.now();
const elapsed = () => (performance.now() - began) / 1000;
await atOnce(AT_ONCE, players.length * hunts.length, async (index) => {
  const player = players[index % players.length];
  const product = products[Math.floor(index / players.length)];
  if (!player || !product || elapsed() > SECONDS) return;
  const intentId = await pay(site, player, product);
  const asked = performance.now();
  const { status } = await recordPurchase(player, product, intentId);
  times.push(performance.now() - asked);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
});
const seconds = elapsed();

const sorted = times.toSorted((a, b) => a - b);
const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(0);
console.log(
  `${times.length} purchases in ${seconds.toFixed(1)} s, ${AT_ONCE} at once: ${(times.length / seconds).toFixed(1)} a second`,
);
console.log(`record-purchase: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
console.log(`statuses: ${JSON.stringify(Object.fromEntries(statuses))}`);
console.log(`money = purchases = members = prize = mails: ${await checkPurchases(endpoints)}`);
if (seconds < SECONDS) {
  console.log(`It lasted less than ${SECONDS} s: the players ran out. Ask for more of them.`);
  process.exitCode = 1;
}

/** Runs `work` for 0 to `count` - 1, `width` of them at a time. */
async function atOnce(
  width: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
