import { adminsOnly, anyone, EVENTS, INTERNAL, OPERATIONS, type Row } from './rows.ts';

export const ROWS = {
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
  'GET /api/admin/hunts-export': adminsOnly(200),
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
  'GET /api/admin/release-plan-export': adminsOnly(200),
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
} satisfies Record<string, Row>;
