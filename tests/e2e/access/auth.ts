import { adminsOnly, anyone, EVENTS, INTERNAL, loggedIn, OPERATIONS, type Row } from './rows.ts';

const PASSWORD = 'a good long passphrase';
const WRONG = 'certainly not the password';

export const ROWS = {
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
} satisfies Record<string, Row>;
