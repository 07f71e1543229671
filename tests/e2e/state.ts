import type { OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import type { HuntData, Product } from '@cairn/contracts/http/hunts.ts';
import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import type { Page, Route } from 'playwright-core';
import { expectAccessible } from './browser.ts';
import { expectVisible, press } from './steps.ts';

type StubbedResponse = { status: number; json?: unknown; text?: string };
/** The stubbed outcome of a request: a response, a failed connection, or no response at all. */
export type StubbedAnswer = StubbedResponse | 'nothing' | 'not yet';

/** A page after certain responses, with the texts that it must show. */
export type State = {
  name: string;
  path: string;
  /** By the beginning of the path without `/api`. */
  answers?: Record<string, StubbedAnswer>;
  stored?: Record<string, string>;
  act?: (page: Page) => Promise<unknown>;
  texts: string[];
};

export const refusal = (status: number, error: string, more: object = {}): StubbedResponse => ({
  status,
  json: { error, requestId: 'x', ...more },
});
export const ok = (json: unknown): StubbedResponse => ({ status: 200, json });

/** A page whose requests get the responses of a state, or else the server's. */
export type Stage = {
  /** Brings the page into a state and asserts its texts and that axe finds nothing. */
  show(state: State): Promise<void>;
};

export async function openStage(page: Page, common: Partial<State> = {}): Promise<Stage> {
  let answers: Record<string, StubbedAnswer> = {};
  await page.route('**/api/**', (route) => answer(route, answers));
  await page.goto('/about');
  return {
    async show({ path, act, texts, ...state }) {
      answers = { ...common.answers, ...state.answers };
      await page.evaluate(
        (items) => {
          localStorage.clear();
          for (const [key, value] of items) localStorage.setItem(key, value);
        },
        Object.entries({ ...common.stored, ...state.stored }),
      );
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await act?.(page);
      for (const text of texts) await expectVisible(page, text);
      await expectAccessible(page);
    },
  };
}

async function answer(route: Route, answers: Record<string, StubbedAnswer>): Promise<void> {
  const path = new URL(route.request().url()).pathname.replace('/api', '');
  const known = Object.keys(answers)
    .toSorted((one, other) => other.length - one.length)
    .find((start) => path.startsWith(start));
  const said = known ? answers[known] : undefined;
  if (said === 'not yet') return;
  if (said === 'nothing' || path === '/products/live') return route.abort();
  if (!said) return route.continue();
  const { status, json, text } = said;
  await route.fulfill(json === undefined ? { status, body: text } : { status, json });
}

/** Presses a button in the main part of the page. */
export const pressed = (name: string) => (page: Page) => press(page, name);

/** Fills fields by their labels, then presses the button. */
export function sent(fields: Record<string, string>, button: string) {
  return async (page: Page) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await press(page, button);
  };
}

export const HUNT: Product = {
  id: '0198a2b4-0000-7000-8000-000000000001',
  type: 'hunt',
  handle: 'fern-hunt',
  title: 'The Fern Hunt',
  region: 'Maine',
  description: 'A box under ferns.',
  status: 'active',
  base_value: 500,
  purchase_bonus: 10,
  price_amount: 20,
  price_currency: 'USD',
  hidden_at: '2026-11-01T10:00:00.000Z',
  commitment: null,
  search_area: null,
  images: [],
  participants: 2,
};

export const HUNT_DATA: HuntData = {
  ...HUNT,
  intro: 'It begins at the old mill.',
  rules: 'Stay on public land.\nDig nothing.',
  completed_at: null,
  next_release_at: null,
  clues: [],
  updates: [],
};

export const ALERTS: OwnAlerts = {
  phone: null,
  phoneVerified: false,
  pendingPhone: null,
  emailSuppressed: false,
  suppressedKinds: [],
  emailSuppressedBy: null,
  smsSuppressed: false,
  alerts: [
    {
      product_id: HUNT.id,
      product_title: HUNT.title,
      region: HUNT.region,
      handle: HUNT.handle,
      email_alerts: true,
      sms_alerts: false,
      last_notified_at: null,
    },
  ],
};

export const PURCHASE: OwnPurchase = {
  id: '0198a2b4-0000-7000-8000-000000000002',
  product_id: HUNT.id,
  product_title: HUNT.title,
  handle: HUNT.handle,
  type: 'hunt',
  region: HUNT.region,
  price_amount: 20,
  price_currency: 'USD',
  created_at: '2026-11-02T10:00:00.000Z',
  status: 'completed',
  stripe_payment_intent_id: 'pi_1234567890abcdef',
  receipt_number: 'CRN-2026-000123',
  refunded_at: null,
  card: null,
  dispute: null,
};

export const USER = {
  id: '0198a2b4-0000-7000-8000-000000000003',
  email: 'eve@example.com',
  firstName: null,
  lastName: null,
  isAdmin: false,
  emailVerified: true,
  products: [HUNT.id],
};
export const NON_MEMBER = { ...USER, products: [] };

/** The browser reads the expiry only and cannot check the signature. */
export function tokenFor(seconds: number): string {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part({ exp })}.c2ln`;
}
