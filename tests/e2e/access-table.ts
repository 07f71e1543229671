import { ADMIN } from './access/admin.ts';
import { AUTH } from './access/auth.ts';
import { CATALOG } from './access/catalog.ts';
import { NOTIFICATION } from './access/notification.ts';
import { PAYMENT } from './access/payment.ts';
import { anyone, INNER, OPERATIONS, type Row } from './access/rows.ts';

/**
 * P-4.7: the status of every route of every process for each caller; the routes of a service are in `access/<service>.ts`. Public routes are called at the
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
  auth: AUTH,
  catalog: CATALOG,
  payment: PAYMENT,
  notification: NOTIFICATION,
  worker: OPERATIONS,
  admin: ADMIN,
} satisfies Record<string, Record<string, Row>>;

export type ProcessWithRoutes = keyof typeof ACCESS;
