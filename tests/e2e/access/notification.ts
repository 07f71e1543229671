import { adminsOnly, anyone, EVENTS, INTERNAL, loggedIn, OPERATIONS, type Row } from './rows.ts';

export const ROWS = {
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
} satisfies Record<string, Row>;
