import type { Database } from '@cairn/postgres/pool.ts';

/**
 * The tables (`schema.table`, sorted) with a row that contains the text in any column, also as
 * bytes. Searches everything that `db` may read outside of Postgres' own schemas.
 */
export async function findText(db: Database, text: string): Promise<string[]> {
  const { rows: tables } = await db.query(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name
     FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
     ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await db.query(
      `SELECT FROM ${name} t WHERE position($1 IN t::text) > 0 OR position($2 IN t::text) > 0 LIMIT 1`,
      [text, Buffer.from(text).toString('hex')],
    );
    if (rowCount) found.push(name);
  }
  return found;
}
