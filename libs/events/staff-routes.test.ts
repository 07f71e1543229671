import { refundPurchase } from '@cairn/contracts/http/back-office.ts';
import { runSql } from '@cairn/contracts/http/staff-sql.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { createRoutes } from '@cairn/service-kit/routes.ts';
import { expect, it } from 'vitest';
import { withStaffActs } from './staff-routes.ts';

const createStaffRoutes = () =>
  withStaffActs(
    {} as Pool,
    createRoutes({
      authenticate() {
        throw new Error('not called');
      },
      verifyInternal: () => null,
    }),
  );

it('refuses at boot a staff route that changes data without idempotency and staff act', () => {
  const routes = createStaffRoutes();
  const handler = async () => {
    throw new Error('not called');
  };
  expect(() => routes.add(refundPurchase, handler)).toThrow(
    'POST /api/admin/purchases/:id/refund must be added by addStaffAct',
  );
  expect(() => routes.addStaffAct(refundPurchase, handler)).not.toThrow();
  expect(() => routes.addIdempotent(runSql, handler)).not.toThrow();
});
