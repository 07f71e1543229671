import { adminsOnly, EVENTS, INTERNAL, OPERATIONS, type Row } from './rows.ts';

export const ROWS = {
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
} satisfies Record<string, Row>;
