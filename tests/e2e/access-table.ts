/** The callers: a member of the hunt (`user`), a player who is not (`other`), a suspended account, an admin. */
export const CALLERS = ['anonymous', 'user', 'other', 'suspended', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** The data that the requests of the table refer to. */
export type Subjects = {
  /** The `user` of the table. */
  player: { userId: string; email: string; password: string };
  product: { id: string; handle: string };
  /** Paid by `player`, for `product`. */
  paymentIntentId: string;
  /** A new unused address at each call. */
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
  /** The request ends the caller's session, so the test logs in again. */
  endsSession?: true;
};

const PASSWORD = 'a good long passphrase';
const WRONG = 'certainly not the password';

/** Internal routes: processes authenticate with a signed token; no login grants access. */
const INTERNAL: Row = { expected: [403, 403, 403, 403, 403] };
/** On ports that only the internal network reaches. */
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
 * P-4.7: the status of every route of every process for each caller. Public routes are called at the
 * gateway and at the service's own port, the others at that port. An allowed caller need not get a
 * success: a wrong password also shows that the access rule passed. The gateway's routes under
 * /sandbox are left out: they stand in for the providers, in development only.
 */
export const ACCESS = {
  gateway: {
    'GET /healthz': INNER,
    'GET /readyz': INNER,
    'GET /api/config': anyone(200),
    'GET /api/openapi.json': anyone(200),
    'GET /api/products': anyone(200),
    'GET /api/products/live': anyone(200),
    'GET /robots.txt': anyone(200),
    'GET /sitemap.xml': anyone(200),
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
    'POST /api/auth/logout': { ...loggedIn(200), endsSession: true },
    'POST /api/auth/logout-everywhere': { ...loggedIn(200), endsSession: true },
    'GET /api/account/sessions': loggedIn(200),
    'DELETE /api/account/sessions/:id': loggedIn(404, () => ({ params: { id: 'unknown' } })),
    'POST /api/account/delete': loggedIn(400, () => ({ json: { password: WRONG } })),
    'GET /api/account/export': loggedIn(200),
    // `:id` defaults to a player's id; DELETE uses an id that does not exist.
    'GET /api/admin/accounts-export': adminsOnly(200),
    'POST /api/admin/accounts-export': adminsOnly(400, () => ({ json: {} })),
    'GET /api/admin/overview/accounts': adminsOnly(200),
    'GET /api/admin/search/users': adminsOnly(200, () => ({ query: { q: 'unknown' } })),
    'PATCH /api/admin/accounts/:id': adminsOnly(400, () => ({ json: { status: 'gone' } })),
    'DELETE /api/admin/accounts/:id': adminsOnly(404, () => ({
      params: { id: '00000000-0000-4000-8000-000000000000' },
    })),
    'GET /internal/accounts': INTERNAL,
    'GET /internal/accounts/:id': INTERNAL,
    'GET /internal/users/:id/lowest-token-version': INTERNAL,
    'GET /internal/users/:id/status': INTERNAL,
    'POST /internal/people': INTERNAL,
  },
  catalog: {
    ...OPERATIONS,
    ...EVENTS,
    // Members and admins.
    'GET /api/hunts/:handle': anyone(200, ({ product }) => ({
      params: { handle: product.handle },
    })),
    'GET /api/hunts/:handle/picture.jpg': anyone(200, ({ product }) => ({
      params: { handle: product.handle },
    })),
    'GET /api/hunt/data/:handle': {
      expected: [401, 200, 403, 401, 200],
      ask: ({ product: { handle } }) => ({ params: { handle } }),
    },
    // Anonymous: a claim needs no login.
    'POST /api/hunts/:handle/claim': anyone(422, ({ product: { handle } }) => ({
      params: { handle },
      json: { code: 'certainly not the code' },
    })),
    'GET /api/hunts/:handle/fairness': anyone(200, ({ product: { handle } }) => ({
      params: { handle },
    })),
    'POST /api/porter-stash-code/verify': anyone(400, () => ({ json: {} })),
    'GET /api/images/:name': anyone(404, () => ({ params: { name: 'none.png' } })),
    // Without a form: access is granted, the input is invalid.
    'POST /api/admin/images': adminsOnly(400),
    // Ids default to a player's, which is no hunt, clue or claim: 404.
    'GET /api/admin/hunts': adminsOnly(200),
    'POST /api/admin/hunts': adminsOnly(400, () => ({ json: {} })),
    'GET /api/admin/hunts/:id': adminsOnly(404),
    'PATCH /api/admin/hunts/:id': adminsOnly(404, () => ({ json: { title: 'Renamed' } })),
    'POST /api/admin/hunts/:id/cancel': adminsOnly(404, () => ({ json: { reason: 'none' } })),
    'GET /api/admin/hunts/:id/member-view': adminsOnly(404),
    'GET /api/admin/hunts/:id/public-view': adminsOnly(404),
    'PUT /api/admin/hunts/:id/editors': adminsOnly(200, () => ({ json: {} })),
    'GET /api/admin/hunts/:id/report': adminsOnly(404),
    'PUT /api/admin/hunts/:id/report': adminsOnly(404, () => ({
      json: { winner_name: '', story_html: '', solutions: [] },
    })),
    'POST /api/admin/hunts/:id/report/publish': adminsOnly(404),
    'POST /api/admin/hunts/:id/report/unpublish': adminsOnly(404),
    'GET /api/admin/hunts/:id/versions': adminsOnly(404),
    'GET /api/admin/hunts/:id/clues/:clueId/versions': adminsOnly(404, ({ player }) => ({
      params: { clueId: player.userId },
    })),
    'GET /api/admin/hunts/:id/treasure-code': adminsOnly(404),
    'POST /api/admin/hunts/:id/treasure-code/acknowledge': adminsOnly(404),
    'GET /api/admin/hunts/:id/clues': adminsOnly(404),
    'POST /api/admin/hunts/:id/clues': adminsOnly(400, () => ({ json: {} })),
    'PATCH /api/admin/hunts/:id/clues/:clueId': adminsOnly(404, ({ player }) => ({
      params: { clueId: player.userId },
      json: { title: 'Renamed' },
    })),
    'DELETE /api/admin/hunts/:id/clues/:clueId': adminsOnly(404, ({ player }) => ({
      params: { clueId: player.userId },
    })),
    'POST /api/admin/clues/preview': adminsOnly(200, () => ({
      json: { body_html: '<p>Look</p>' },
    })),
    'GET /api/admin/release-plan': adminsOnly(200),
    'GET /api/admin/overview/hunts': adminsOnly(200),
    'GET /api/admin/trends/hunts': adminsOnly(200),
    'GET /api/admin/search/hunts': adminsOnly(200, () => ({ query: { q: 'none' } })),
    'GET /api/admin/claims': adminsOnly(200),
    'GET /api/admin/claims/export': adminsOnly(200),
    'POST /api/admin/claims/:id/verify': adminsOnly(400, () => ({ json: {} })),
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
  },
  notification: {
    ...OPERATIONS,
    ...EVENTS,
    'GET /api/account/alerts': loggedIn(200),
    // A hunt without members.
    'PUT /api/account/alerts': loggedIn(403, ({ player }) => ({
      json: { alerts: [{ product_id: player.userId, email_alerts: true, sms_alerts: false }] },
    })),
    'POST /api/account/phone': loggedIn(400, () => ({ json: { phone: 'no number' } })),
    'POST /api/account/phone/verify': loggedIn(400, () => ({ json: { code: 'no code' } })),
    'DELETE /api/account/phone': loggedIn(200),
    'POST /api/contact': anyone(400, () => ({ json: { name: 'Ann' } })),
    // The signed token of the link replaces a login; these requests carry none.
    'GET /api/unsubscribe': anyone(400, () => ({ query: { token: 'forged' } })),
    'POST /api/unsubscribe': anyone(400, () => ({ query: { token: 'forged' } })),
    // Only SendGrid and Twilio sign these requests.
    'POST /api/webhooks/sendgrid': anyone(400, () => ({ json: [] })),
    'POST /api/webhooks/twilio': anyone(403, () => ({ json: {} })),
    // Ids default to a player's, which is no mailing or delivery: 404.
    'POST /api/admin/send-email': adminsOnly(400, () => ({ json: {} })),
    'POST /api/admin/send-email/preview': adminsOnly(400, () => ({ json: {} })),
    'POST /api/admin/send-email/test': adminsOnly(400, () => ({ json: {} })),
    'GET /api/admin/mailings': adminsOnly(200),
    'GET /api/admin/mailings/export': adminsOnly(200),
    'GET /api/admin/mailings/:id': adminsOnly(404),
    'PUT /api/admin/mailings/:id': adminsOnly(400, () => ({ json: {} })),
    'GET /api/admin/mailings/:id/content': adminsOnly(404),
    'GET /api/admin/mailing-templates': adminsOnly(200),
    'POST /api/admin/mailing-templates': adminsOnly(400, () => ({ json: {} })),
    'DELETE /api/admin/mailing-templates/:id': adminsOnly(404),
    'GET /api/admin/deliveries/export': adminsOnly(200),
    'POST /api/admin/mailings/:id/pause': adminsOnly(404),
    'POST /api/admin/mailings/:id/resume': adminsOnly(404),
    'POST /api/admin/mailings/:id/stop': adminsOnly(404),
    'POST /api/admin/mailings/:id/retry': adminsOnly(404),
    'GET /api/admin/hunts/:id/audience': adminsOnly(200),
    'GET /api/admin/contact-messages': adminsOnly(200),
    'GET /api/admin/search/messages': adminsOnly(200, () => ({ query: { q: 'none' } })),
    'GET /api/admin/contact-messages/export': adminsOnly(200),
    'POST /api/admin/contact-messages/:id/answers': adminsOnly(404, () => ({
      json: { body: 'An answer' },
    })),
    'PATCH /api/admin/contact-messages/:id': adminsOnly(404, () => ({
      json: { status: 'closed' },
    })),
    'GET /api/admin/overview/messages': adminsOnly(200),
    'GET /api/admin/deliveries': adminsOnly(200),
    'POST /api/admin/deliveries/:id/retry': adminsOnly(404),
    'DELETE /api/admin/suppressions/:userId': adminsOnly(404, () => ({
      params: { userId: '00000000-0000-4000-8000-000000000000' },
    })),
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
    'GET /api/admin/activity': adminsOnly(200),
    'GET /api/admin/activity-export': adminsOnly(200),
    'GET /api/admin/activity/:id': adminsOnly(404),
    'GET /api/admin/activity-admins': adminsOnly(200),
    'GET /api/admin/form-drafts': adminsOnly(200),
    'PUT /api/admin/form-drafts/:form': adminsOnly(200, () => ({
      params: { form: 'email' },
      json: { content: {} },
    })),
    'DELETE /api/admin/form-drafts/:form': adminsOnly(200, () => ({ params: { form: 'email' } })),
    'POST /api/admin/sql': adminsOnly(400, () => ({ json: { query: 'DROP TABLE users' } })),
    'GET /api/admin/sql/tables': adminsOnly(200),
    'GET /internal/users/:userId/activities': INTERNAL,
  },
} satisfies Record<string, Record<string, Row>>;

export type ProcessWithRoutes = keyof typeof ACCESS;
