import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { type Answer, createClient } from '../support/http.ts';
import { type LivePage, openLivePage } from '../support/live-page.ts';
import { findNginx, type Nginx, SERVED_BY, startNginx } from '../support/nginx.ts';
import {
  createPlayer,
  findProduct,
  type Player,
  pay,
  recordPurchase,
  type Site,
} from '../support/player.ts';
import { recordFigure } from './figures.ts';
import { startPurchases } from './purchase-load.ts';
import { type SecondInstances, startSecondInstances } from './second-instances.ts';

const COPIES = 3;
const PAGES = 9;
const TIMEOUT = { timeoutMs: 120_000 };
/** Of the address that the test of the general limit uses. */
const GENERAL_POINTS = 400;
/** One proxy stands before the gateways. */
const OWN = {
  TRUSTED_PROXIES: '1',
  LIMITS: JSON.stringify({ 'api-address': { points: GENERAL_POINTS, seconds: 3_600 } }),
};

let stack: TestStack;
let others: SecondInstances[];
let nginx: Nginx;
let site: Site;
let database: Pool;

const found = await findNginx();
const reason = typeof found === 'string' ? null : found.unavailable;

describe.skipIf(reason)(`three copies behind nginx${reason ? ` (${reason})` : ''}`, () => {
  beforeAll(async () => {
    stack = await startTestStack(OWN);
    others = [];
    while (others.length < COPIES - 1) {
      others.push(await startSecondInstances(stack.inside, { environment: OWN }));
    }
    const started = await startNginx([[stack.site.url, ...others.map(({ gateway }) => gateway)]]);
    if ('unavailable' in started) throw new Error(started.unavailable);
    nginx = started;
    site = { ...stack.site, url: nginx.urls[0] ?? '' };
    database = createPool({
      url: stack.inside.databaseUrl,
      schema: 'public',
      name: 'tests',
      onError: () => {},
    });
  });

  afterAll(async () => {
    await database?.end();
    await nginx?.stop();
    await Promise.all((others ?? []).map((each) => each.stop()));
    await stack?.stop();
  });

  it('P-2.3 a session works on every copy, and none is lost between its requests', async () => {
    const player = await createPlayer(site, '127.0.61.1');
    const product = await findProduct(player.client, 'vt-troll-hunt');
    const bought = await recordPurchase(player, product, await pay(site, player, product));
    expect(bought.status).toBe(200);
    const answers = await repeat(4 * COPIES, () =>
      player.client.get(`/api/hunt/data/${product.handle}`, player),
    );
    expect(statusesOf(answers)).toEqual({ 200: 4 * COPIES });
    expect(copiesOf(answers)).toHaveLength(COPIES);
  });

  it('P-4.8 a logout at one copy ends the session on every copy', async () => {
    const player = await createPlayer(site, '127.0.61.2');
    const verify = () => player.client.get('/api/auth/verify', player);
    const before = await repeat(2 * COPIES, verify);
    expect(statusesOf(before)).toEqual({ 200: 2 * COPIES });
    expect((await player.client.post('/api/auth/logout', {}, player)).status).toBe(200);
    const after = await waitUntil(
      async () => {
        const answers = await repeat(2 * COPIES, verify);
        return answers.every(({ status }) => status === 401) ? answers : null;
      },
      { ...TIMEOUT, what: 'the end of the session' },
    );
    expect(copiesOf(after)).toHaveLength(COPIES);
  });

  it('P-5.2 the copies together allow exactly the limit: requests, wrong passwords, codes', async () => {
    const general = createClient(site.url, '127.0.61.3');
    const reads = await repeat(GENERAL_POINTS + 100, () => general.get('/api/products'));
    expect(statusesOf(reads)).toEqual({ 200: GENERAL_POINTS, 429: 100 });
    expect(copiesOf(reads)).toHaveLength(COPIES);

    const player = await createPlayer(site, '127.0.61.4');
    const wrong = { email: player.email, password: 'not this one' };
    const logins = await repeat(40, () => player.client.post('/api/auth/login', wrong));
    expect(statusesOf(logins)).toEqual({ 401: 10, 429: 30 });

    const finder = createClient(site.url, '127.0.61.5');
    const codes = await repeat(30, () =>
      finder.post('/api/porter-stash-code/verify', { code: 'ABCD-EFGH-JKMN-PQRS' }),
    );
    expect(statusesOf(codes)).toEqual({ 422: 3, 429: 27 });
  });

  it('P-2.5 P-2.7 live streams and purchases move to another copy when one is killed', async () => {
    const handle = 'vt-troll-hunt';
    const buyer = await createPlayer(site, '127.0.61.6');
    const product = await findProduct(buyer.client, handle);
    const pages = Array.from({ length: PAGES }, (_, index) =>
      openLivePage(site.url, `127.0.62.${index + 1}`),
    );
    await waitUntil(() => pages.every((page) => page.find(handle)), {
      ...TIMEOUT,
      what: 'pages',
    });
    const load = await startPurchases({ site, admin: stack.admin }, 4);
    await load.more(2);
    const pagesOf = (copy: SecondInstances) =>
      pages.filter((page) => page.servedBy.at(-1) === addressOf(copy));
    const victim = others.find((copy) => pagesOf(copy).length > 0);
    if (!victim) throw new Error('no page has its stream from a copy that can be killed');

    const killedAt = performance.now();
    await victim.kill();
    // While these pages have no stream.
    const members = product.participants + 1;
    await buy(buyer, product.id);
    const isShown = (page: LivePage) => page.find(handle)?.participants === members;
    await waitUntil(() => pages.every(isShown), {
      ...TIMEOUT,
      what: 'the purchase on every page',
    });
    recordFigure(
      `a killed copy of three: every page shows the next purchase after ${Math.round(performance.now() - killedAt)} ms`,
    );
    expect(pagesOf(victim)).toEqual([]);
    await load.more(8);
    await load.stop();
    for (const page of pages) page.close();
    const { rows } = await database.query('SELECT count(*)::int AS count FROM payment.purchases');
    expect(rows[0].count).toBe(load.bought() + 2);
    expect(await findFaults()).toEqual([]);
  });
});

/** As nginx names it. */
function addressOf({ gateway }: SecondInstances): string {
  return new URL(gateway).host.replace('localhost', '127.0.0.1');
}

/** As the page does: repeats what a killed copy did not answer. */
async function buy(player: Player, id: string): Promise<void> {
  const intentId = await waitUntil(() => pay(site, player, { id }).catch(() => null), TIMEOUT);
  await waitUntil(
    async () => (await recordPurchase(player, { id }, intentId).catch(() => null))?.status === 200,
    { ...TIMEOUT, what: 'the purchase' },
  );
}

function repeat(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, send));
}

/** How often each status was answered. */
function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function copiesOf(answers: readonly Answer[]): unknown[] {
  return [...new Set(answers.map(({ headers }) => headers[SERVED_BY]))];
}

function findFaults(): Promise<string[]> {
  const { inside } = stack;
  const { sandbox, gateway } = inside.environments;
  const inputs = {
    postgresUrl: inside.databaseUrl,
    gateway: stack.site.url,
    sandbox: gateway['SANDBOX_URL'] ?? '',
    stripe: {
      secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
      publishableKey: site.stripePublishableKey,
      webhookSecret: '',
    },
  };
  return checkInvariants(inputs, TIMEOUT.timeoutMs);
}
