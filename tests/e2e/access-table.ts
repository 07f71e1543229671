import {
  PROCESS_NAMES,
  type ProcessName,
  SERVICE_NAMES,
  type ServiceName,
} from '@cairn/contracts/services.ts';
import { anyone, INNER, OPERATIONS, type Row } from './access/rows.ts';

type Rows = Record<string, Row>;

const GATEWAY: Rows = {
  'GET /healthz': INNER,
  'GET /readyz': INNER,
  'GET /api/config': anyone(200),
  'GET /api/openapi.json': anyone(200),
  'GET /api/products': anyone(200),
  'GET /api/products/live': anyone(200),
  'GET /robots.txt': anyone(200),
  'GET /sitemap.xml': anyone(200),
  'GET /{*path}': anyone(200),
};

/**
 * P-4.7: the status of every route of every process for each caller; the routes of a service are
 * `ROWS` in `access/<service>.ts`. Public routes are called at the gateway and at the service's own
 * port, the others at that port. An allowed caller need not get a success: a wrong password also
 * shows that the access rule passed. The gateway's routes under /sandbox are left out: they stand in
 * for the providers, in development only.
 */
export const ACCESS = Object.fromEntries(
  await Promise.all(PROCESS_NAMES.map(async (name) => [name, await rowsOf(name)])),
) as Record<ProcessName, Rows>;

async function rowsOf(name: ProcessName): Promise<Rows> {
  if (name === 'gateway') return GATEWAY;
  // Another process of a service, such as its worker, serves nothing else.
  if (!SERVICE_NAMES.includes(name as ServiceName)) return OPERATIONS;
  const module = (await import(`./access/${name}.ts`)) as { ROWS: Rows };
  return module.ROWS;
}
