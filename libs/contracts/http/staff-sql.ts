import { z } from 'zod';
import { gatewayLimit, MINUTE } from './limits.ts';
import { defineRoute } from './route.ts';

const row = z.record(z.string(), z.unknown());

export const runSql = defineRoute({
  owner: 'admin',
  method: 'POST',
  path: '/api/admin/sql',
  access: 'admin',
  limits: [
    gatewayLimit('sql-user', { points: 60, seconds: MINUTE, per: 'user', withoutRedis: 'closed' }),
  ],
  summary:
    'One SELECT or UPDATE. `dryRun` shows an UPDATE and rolls it back; `expectRowCount` is 409 where another number of rows would change; `explain` answers the plan and changes nothing',
  body: z.object({
    query: z
      .string('A query is required')
      .trim()
      .regex(/\S/, 'A query is required')
      .max(20_000, 'A query may have 20,000 characters at most'),
    dryRun: z.boolean().default(false),
    /** Answers the plan of the statement instead of its result. */
    explain: z.boolean().default(false),
    expectRowCount: z.int().nonnegative().optional(),
  }),
  answer: z.union([
    z.object({ rows: z.array(row), rowCount: z.int(), truncated: z.boolean() }),
    z.object({
      rowCount: z.int(),
      before: z.array(row),
      after: z.array(row),
      /** True if its WHERE matches every row of the table. */
      isEveryRow: z.boolean(),
    }),
    z.object({ message: z.string(), rowCount: z.int() }),
    z.object({
      /** The text of EXPLAIN, with line breaks. */
      plan: z.string(),
      /** Whether the plan has measured times; an UPDATE, and a SELECT over 5 s, has estimates only. */
      isAnalyzed: z.boolean(),
    }),
  ]),
});

export const listSqlTables = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/sql/tables',
  access: 'admin',
  summary: 'Tables and columns that the SQL tool shows',
  answer: z.object({
    tables: z.array(
      z.object({
        name: z.string(),
        columns: z.array(
          z.object({
            name: z.string(),
            type: z.string(),
            updatable: z.boolean(),
            /** Why an UPDATE cannot set the column; absent if it can. */
            reason: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
});
