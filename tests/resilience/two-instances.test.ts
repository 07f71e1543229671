import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { type Client, createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { type SecondInstances, startSecondInstances } from './second-instances.ts';

const PLAYERS = 6;
const TIMEOUT = { timeoutMs: 60_000 };

type Mail = { to: string; subject: string; customArgs: Record<string, string> };

let stack: TestStack;
let copies: SecondInstances;
let database: Pool;
let players: Player[];
let product: Product;
let token: string;

beforeAll(async () => {
  stack = await startTestStack();
  copies = await startSecondInstances(stack.inside);
  database = createPool({
    url: stack.inside.databaseUrl,
    schema: 'public',
    name: 'tests',
    onError: () => {},
  });
  players = await Promise.all(
    // Half of them use one gateway, half the other.
    Array.from({ length: PLAYERS }, (_, index) =>
      createPlayer({ ...stack.site, url: gateways()[index % 2] ?? '' }, `127.0.60.${index + 1}`),
    ),
  );
  product = await findProduct(at(0), 'vt-troll-hunt');
  const answer = await at(0).post('/api/auth/login', stack.admin);
  token = (answer.body as Session).token;
});

afterAll(async () => {
  await database?.end();
  await copies?.stop();
  await stack?.stop();
});

const gateways = () => [stack.site.url, copies.gateway];
const at = (index: number): Client => createClient(gateways()[index] ?? '', '127.0.60.100');

describe('P-2.3 two instances of every process', () => {
  it('P-1.2 a purchase recorded at both instances and by webhook concurrently is one purchase', async () => {
    const answers = await Promise.all(
      players.map(async (player, index) => {
        const intentId = await pay(stack.site, player, product);
        const clients = gateways().map((url) => createClient(url, `127.0.60.${index + 1}`));
        return Promise.all(
          [...clients, ...clients].map((client) =>
            recordPurchase({ ...player, client }, product, intentId),
          ),
        );
      }),
    );
    for (const ofPlayer of answers) {
      expect(ofPlayer.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const ids = ofPlayer.map(({ body }) => (body as { purchaseId: string }).purchaseId);
      expect(new Set(ids).size).toBe(1);
    }
    const shown = async (index: number) =>
      (await findProduct(at(index), product.handle)).participants;
    await waitUntil(async () => (await shown(0)) === PLAYERS && (await shown(1)) === PLAYERS, {
      ...TIMEOUT,
      what: 'both gateways showing all members',
    });
  });

  it('a clue is announced once, and each member gets one alert', async () => {
    const clue = {
      kind: 'clue',
      title: 'By one of two',
      body_html: '<p>Look twice.</p>',
      publish_at: new Date(Date.now() + 3_000).toISOString(),
    };
    const path = `/api/admin/hunts/${product.id}/clues`;
    const answer = await at(1).post(path, clue, { token });
    expect(answer.status).toBe(201);
    const { id } = answer.body as { id: string };
    await waitUntil(async () => (await mailsAbout('By one of two')).length >= PLAYERS, {
      ...TIMEOUT,
      what: 'an alert for each member',
    });
    await waitForInvariants();
    expect(addresses(await mailsAbout('By one of two'))).toEqual(addressesOfPlayers());
    const { rows } = await database.query(
      `SELECT count(*)::int AS count FROM catalog.outbox
       WHERE type = 'hunt.clue_published' AND data->>'clueId' = $1`,
      [id],
    );
    expect(rows[0].count).toBe(1);
  });

  it('a mailing reaches every recipient once, whichever worker sends it', async () => {
    const mailing = { subject: 'To all, once', content: '<p>Hello.</p>', hunt: product.id };
    const answer = await at(0).post('/api/admin/send-email', mailing, { token });
    expect(answer).toMatchObject({ status: 200, body: { count: PLAYERS } });
    await waitUntil(async () => (await mailsAbout('To all, once')).length >= PLAYERS, {
      ...TIMEOUT,
      what: 'a mail for each recipient',
    });
    await waitForInvariants();
    expect(addresses(await mailsAbout('To all, once'))).toEqual(addressesOfPlayers());
  });

  it('one instance runs the nightly reconciliation', async () => {
    const { rows } = await database.query(
      'SELECT count(*)::int AS count FROM payment.reconciliations',
    );
    expect(rows[0].count).toBe(1);
  });

  it('one relay per schema publishes, the other waits', async () => {
    const { rows } = await database.query(
      `SELECT count(*)::int AS count FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND database =
         (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows[0].count).toBe(5);
  });
});

/** Waits until all events have arrived and all invariants hold. */
async function waitForInvariants(): Promise<void> {
  const { inside, site } = stack;
  const { sandbox, gateway } = inside.environments;
  const faults = await checkInvariants(
    {
      postgresUrl: inside.databaseUrl,
      gateway: site.url,
      sandbox: gateway['SANDBOX_URL'] ?? '',
      stripe: {
        secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
        publishableKey: site.stripePublishableKey,
        webhookSecret: '',
      },
    },
    TIMEOUT.timeoutMs,
  );
  expect(faults).toEqual([]);
}

async function mailsAbout(subject: string): Promise<Mail[]> {
  const { body } = await at(0).get('/sandbox/messages?channel=email');
  return (body as (Mail & { text: string })[]).filter(
    (mail) => mail.subject.includes(subject) || mail.text.includes(subject),
  );
}

const addresses = (mails: Mail[]) => mails.map(({ to }) => to).sort();
const addressesOfPlayers = () => players.map(({ email }) => email).sort();
