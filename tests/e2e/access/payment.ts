import { adminsOnly, anyone, EVENTS, INTERNAL, loggedIn, OPERATIONS, type Row } from './rows.ts';

export const ROWS = {
  ...OPERATIONS,
  ...EVENTS,
  // A member cannot pay a second time.
  'POST /api/create-payment-intent': {
    expected: [401, 409, 200, 401, 200],
    ask: ({ product: { id } }) => ({ json: { productId: id, productType: 'hunt' } }),
  },
  // The payer only.
  'POST /api/record-purchase': {
    expected: [401, 200, 403, 401, 403],
    ask: ({ product: { id }, paymentIntentId }) => ({ json: { productId: id, paymentIntentId } }),
  },
  'GET /api/account/purchases': loggedIn(200),
  // Only Stripe signs these requests.
  'POST /api/webhooks/stripe': anyone(400, () => ({ json: {} })),
  // Without purchases.
  'GET /api/admin/hunts/:id/refunds': adminsOnly(200),
  'GET /api/admin/overview/payments': adminsOnly(200),
  'GET /api/admin/trends/sales': adminsOnly(200),
  'GET /api/admin/purchases': adminsOnly(200),
  'GET /api/admin/search/purchases': adminsOnly(200, () => ({ query: { q: 'none' } })),
  'GET /api/admin/purchases/export': adminsOnly(200),
  // An unknown purchase: an admin gets 404.
  'POST /api/admin/purchases/:id/refund': adminsOnly(404, ({ player }) => ({
    params: { id: player.userId },
    json: { reason: 'asked for' },
  })),
  'GET /internal/users/:userId/purchases': INTERNAL,
  'GET /internal/users/:userId/payments': INTERNAL,
} satisfies Record<string, Row>;
