import { randomBytes } from 'node:crypto';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { newAddress } from './addresses.ts';
import { type Answer, type Client, createClient } from './http.ts';

export type Site = { url: string; stripePublishableKey: string };

export type Player = {
  client: Client;
  email: string;
  password: string;
  token: string;
  userId: string;
};

/** Throws with the response in the message when the status is not the expected one. */
function expectStatus(answer: Answer, status: number, step: string): unknown {
  if (answer.status === status) return answer.body;
  throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** The gateway lists a new hunt shortly after its creation. */
export function findProduct(client: Client, handle: string): Promise<Product> {
  return waitUntil(
    async () => {
      const products = expectStatus(await client.get('/api/products'), 200, 'products');
      return (products as Product[]).find((one) => one.handle === handle);
    },
    { what: `the hunt ${handle}` },
  );
}

/** Signs up, reads the mail in the sandbox's inbox, opens its link: a verified player who is logged in. */
export async function createPlayer(
  site: Site,
  localAddress: string = newAddress(),
): Promise<Player> {
  const client = createClient(site.url, localAddress);
  const email = `player-${randomBytes(6).toString('hex')}@example.com`;
  const password = randomBytes(12).toString('base64');
  expectStatus(await client.post('/api/auth/signup', { email, password }), 201, 'sign-up');
  const link = await findVerificationLink(client, email);
  const session = expectStatus(
    await client.get(`/api/auth/verify-email${link.search}`),
    200,
    'verify-email',
  ) as Session;
  return { client, email, password, token: session.token, userId: session.user.id };
}

/** The link of the newest mail, once `count` have arrived. */
export async function findVerificationLink(client: Client, email: string, count = 1): Promise<URL> {
  const mails = await waitUntil(
    async () => {
      const found = (await client.get(`/sandbox/messages?to=${encodeURIComponent(email)}`))
        .body as {
        text: string;
      }[];
      return found.length >= count ? found : null;
    },
    { what: `a mail to ${email}` },
  );
  const link = /https?:\/\/\S+\/verify-email\?token=\S+/.exec(mails.at(-1)?.text ?? '')?.[0];
  if (!link) throw new Error('the mail holds no link');
  return new URL(link);
}

/** Pays as the browser does: an intent from us, its confirmation at the card provider. Returns the intent's id. */
export async function pay(
  site: Site,
  player: Player,
  product: Pick<Product, 'id'>,
  card = 'pm_card_visa',
): Promise<string> {
  const { clientSecret } = expectStatus(
    await player.client.post(
      '/api/create-payment-intent',
      { productId: product.id, productType: 'hunt', email: player.email },
      player,
    ),
    200,
    'create-payment-intent',
  ) as { clientSecret: string };
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const confirmation = await player.client.post(
    `/sandbox/v1/payment_intents/${intentId}/confirm`,
    { payment_method: card, client_secret: clientSecret, key: site.stripePublishableKey },
    { form: true, token: site.stripePublishableKey },
  );
  expectStatus(confirmation, 200, 'confirm');
  return intentId;
}

export function recordPurchase(
  player: Player,
  product: Pick<Product, 'id'>,
  paymentIntentId: string,
): Promise<Answer> {
  return player.client.post(
    '/api/record-purchase',
    { productId: product.id, paymentIntentId },
    player,
  );
}
