import type pg from 'pg';

export type Column = {
  table: string;
  name: string;
  isNotNull: boolean;
  /** The values that a CHECK constraint allows, or null. */
  values: string[] | null;
};

export type Catalog = {
  typeName(id: number): string;
  column(tableId: number, number: number): Column | undefined;
};

/** Reads types, columns and constraints of the current schema. */
export async function loadCatalog(client: pg.Client): Promise<Catalog> {
  const types = await client.query<{ id: number; name: string }>(
    'SELECT oid::int AS id, oid::regtype::text AS name FROM pg_type',
  );
  const checks = await client.query<{ id: number; number: number; definition: string }>(
    `SELECT conrelid::int AS id, conkey[1] AS number, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'c' AND cardinality(conkey) = 1`,
  );
  const columns = await client.query<Omit<Column, 'values'> & { id: number; number: number }>(
    `SELECT attrelid::int AS id, attnum AS number, relname AS "table", attname AS name,
            attnotnull AS "isNotNull"
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attnum > 0 AND relnamespace = current_schema()::regnamespace`,
  );
  const names = new Map(types.rows.map(({ id, name }) => [id, name]));
  const values = new Map<string, string[]>(
    checks.rows.flatMap(({ id, number, definition }) => {
      const allowed = valuesOf(definition);
      return allowed ? [[`${id}.${number}`, allowed] as const] : [];
    }),
  );
  const found = new Map<string, Column>(
    columns.rows.map(({ id, number, ...column }) => {
      const key = `${id}.${number}`;
      return [key, { ...column, values: values.get(key) ?? null }];
    }),
  );
  return {
    typeName: (id) => names.get(id) ?? `type ${id}`,
    column: (tableId, number) => found.get(`${tableId}.${number}`),
  };
}

/** The values of `CHECK (column IN ('a', 'b'))`; null for other constraints. */
function valuesOf(definition: string): string[] | null {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(definition)?.[1];
  return list ? [...list.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value) : null;
}
