import { readFile } from 'node:fs/promises';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';

/**
 * How long after record-purchase's answer GET /api/products shows the grown prize, over N purchases
 * one after another, and whether membership is there at once. Against the stack that `npm start` runs.
 */
const PURCHASES = Number(process.argv[2] ?? 200);
const HANDLE = 'vt-troll-hunt';

const endpoints = JSON.parse(
  await readFile(new URL('../../.local/endpoints.json', import.meta.url), 'utf8'),
) as { gateway: string };
const visitor = createClient(endpoints.gateway);
const { stripePublishableKey } = (await visitor.get('/api/config')).body as SiteConfig;
const site = { url: endpoints.gateway, stripePublishableKey };

const answers: number[] = [];
const growths: number[] = [];
let missing = 0;
for (let index = 0; index < PURCHASES; index += 1) {
  const player = await createPlayer(
    site,
    `127.0.${1 + Math.floor(index / 50)}.${1 + (index % 50)}`,
  );
  const before = await findProduct(visitor, HANDLE);
  const intentId = await pay(site, player, before);
  const asked = performance.now();
  const { status } = await recordPurchase(player, before, intentId);
  const answered = performance.now();
  if (status !== 200) throw new Error(`record-purchase answered ${status}`);
  while ((await findProduct(visitor, HANDLE)).purchase_bonus <= before.purchase_bonus) {
    if (performance.now() - answered > 10_000) throw new Error('the prize has not grown in 10 s');
  }
  growths.push(performance.now() - answered);
  answers.push(answered - asked);
  const session = (await player.client.get('/api/auth/verify', player)).body as Session['user'];
  const page = await player.client.get(`/api/hunt/data/${HANDLE}`, player);
  if (!session.products.includes(before.id) || page.status !== 200) missing += 1;
}
report('record-purchase answered in', answers);
report('the prize had grown after', growths);
console.log(`membership not there at once: ${missing} of ${PURCHASES}`);

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(1);
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
}
