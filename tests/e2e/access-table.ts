/** Who asks: a player who joined the hunt, another who did not, one whose account is suspended. */
export const CALLERS = ['nobody', 'user', 'other', 'suspended', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** What the questions of the table are about. */
export type Subjects = {
  /** The `user` of the table. */
  player: { userId: string; email: string; password: string };
  product: { id: string; handle: string };
  /** Paid by `player`, for `product`. */
  paymentIntentId: string;
  /** An address that nobody has used yet, another at each call. */
  freshEmail(): string;
};

type Ask = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
};

export type Row = {
  /** Status for each of CALLERS, in their order. */
  expected: readonly [number, number, number, number, number];
  ask?: (subjects: Subjects) => Ask;
  /** Who asks must log in again. */
  endsSession?: true;
};

const PASSWORD = 'a good long passphrase';
const WRONG = 'certainly not the password';

/** For our own processes, who carry a secret; no login opens it. */
const INTERNAL: Row = { expected: [403, 403, 403, 403, 403] };
/** On ports that only our own network reaches. */
const INNER: Row = { expected: [200, 200, 200, 200, 200] };
const OPERATIONS = { 'GET /healthz': INNER, 'GET /readyz': INNER, 'GET /metrics': INNER };
const EVENTS = { 'POST /internal/events': INTERNAL };

function anyone(status: number, ask?: Row['ask']): Row {
  return {
    expected: [status, status, status, status, status],
    ...(ask ? { ask } : {}),
  };
}

function loggedIn(status: number, ask?: Row['ask']): Row {
  return { expected: [401, status, status, 401, status], ...(ask ? { ask } : {}) };
}

function adminsOnly(status: number, ask?: Row['ask']): Row {
  return { expected: [401, 403, 403, 401, status], ...(ask ? { ask } : {}) };
}

/**
 * P-4.7: every route of every process and what it answers to whom. The public ones are asked at the
 * gateway and at the service's own port, the others at that port. A row of whoever may call needs
 * not be a success: a wrong password shows as well that the caller was let in. What the gateway
 * offers under /sandbox is not here: it plays the providers, in development only.
 */
export const ACCESS = {
  gateway: {
    'GET /healthz': INNER,
    'GET /readyz': INNER,
    'GET /api/config': anyone(200),
    'GET /api/openapi.json': anyone(200),
    'GET /api/products': anyone(200),
    'GET /api/products/live': anyone(200),
    'GET /{*path}': anyone(200),
  },
  auth: {
    ...OPERATIONS,
    ...EVENTS,
    'POST /api/auth/signup': anyone(201, ({ freshEmail }) => ({
      json: { email: freshEmail(), password: PASSWORD },
    })),
    'GET /api/auth/verify-email': anyone(400, () => ({ query: { token: 'unknown' } })),
    'POST /api/auth/resend-verification': anyone(200, ({ freshEmail }) => ({
      json: { email: freshEmail() },
    })),
    'POST /api/auth/login': anyone(200, ({ player: { email, password } }) => ({
      json: { email, password },
    })),
    'GET /api/auth/verify': loggedIn(200),
    'POST /api/auth/password-reset/request': anyone(200, ({ freshEmail }) => ({
      json: { email: freshEmail() },
    })),
    'POST /api/auth/password-reset/reset': anyone(400, () => ({
      json: { token: 'unknown', password: PASSWORD },
    })),
    'POST /api/auth/change-password': loggedIn(400, () => ({
      json: { currentPassword: WRONG, newPassword: PASSWORD },
    })),
    'POST /api/auth/logout-everywhere': { ...loggedIn(200), endsSession: true },
    'POST /api/account/delete': loggedIn(400, () => ({ json: { password: WRONG } })),
    'GET /api/account/export': loggedIn(200),
    'GET /internal/accounts': INTERNAL,
    'GET /internal/accounts/:id': INTERNAL,
    'GET /internal/users/:id/lowest-token-version': INTERNAL,
  },
  catalog: {
    ...OPERATIONS,
    ...EVENTS,
    // Members and admins.
    'GET /api/hunt/data/:handle': {
      expected: [401, 200, 403, 401, 200],
      ask: ({ product: { handle } }) => ({ params: { handle } }),
    },
    'GET /internal/products': INTERNAL,
    'GET /internal/products/:id/offer': {
      ...INTERNAL,
      ask: ({ product: { id } }) => ({ params: { id } }),
    },
    'GET /internal/users/:userId/memberships': INTERNAL,
  },
  payment: {
    ...OPERATIONS,
    ...EVENTS,
    // Who has joined already has nothing to pay.
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
    // Who signs is Stripe; none of these is.
    'POST /api/webhooks/stripe': anyone(400, () => ({ json: {} })),
    'GET /internal/users/:userId/purchases': INTERNAL,
    'GET /internal/users/:userId/payments': INTERNAL,
    'POST /internal/purchases/:id/refund': INTERNAL,
  },
  notification: {
    ...OPERATIONS,
    ...EVENTS,
    'GET /internal/users/:userId/alerts': INTERNAL,
    'GET /internal/users/:userId/messages': INTERNAL,
  },
  worker: OPERATIONS,
  admin: {
    ...OPERATIONS,
    ...EVENTS,
    'GET /api/admin/accounts': adminsOnly(200),
    'GET /api/admin/accounts/:id': adminsOnly(200, ({ player }) => ({
      params: { id: player.userId },
    })),
    // An unknown purchase: who may refund hears that there is none.
    'POST /api/admin/purchases/:id/refund': adminsOnly(404, ({ player }) => ({
      params: { id: player.userId },
      json: { reason: 'asked for' },
    })),
    'GET /internal/users/:userId/activities': INTERNAL,
  },
} satisfies Record<string, Record<string, Row>>;

export type ProcessWithRoutes = keyof typeof ACCESS;
