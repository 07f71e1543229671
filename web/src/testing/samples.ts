import type { OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import type { HuntData, Product } from '@cairn/contracts/http/hunts.ts';
import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';

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
