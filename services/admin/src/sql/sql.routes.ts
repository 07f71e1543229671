import { listSqlTables, runSql } from '@cairn/contracts/http/staff-sql.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { SqlService } from './sql.service.ts';
import { SQL_TABLES } from './sql-tables.ts';

export function addSqlRoutes(routes: Routes, sql: SqlService): void {
  routes.add(runSql, ({ body, identity }) => sql.run(identity.userId, body));

  routes.add(listSqlTables, async () => ({
    tables: SQL_TABLES.map(({ name, columns }) => ({ name, columns: [...columns] })),
  }));
}
