import type { Database } from './pool.ts';

/**
 * Parameters and rows of all statements by their names, as Postgres describes them: each generated
 * `sql-types.ts` adds those of its folder (`npm run sql-types`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the generated files extend it
export interface SqlTypes {}

type Name = keyof SqlTypes;
type Types<Key extends Name> = SqlTypes[Key] extends { params: infer Params; row: infer Row }
  ? { params: Params; row: Row }
  : never;

/** The values in the order of `$1`, `$2`, …; omitted by statements without parameters. */
type Values<Params> = Params extends readonly [] ? [] : [values: Params];

export type Statement<Params, Row> = {
  all(db: Database, ...values: Values<Params>): Promise<Row[]>;
  /** The first row, or null without one. */
  first(db: Database, ...values: Values<Params>): Promise<Row | null>;
  /** The first row; throws without one. */
  one(db: Database, ...values: Values<Params>): Promise<Row>;
  /** Returns the number of rows that the statement returned or wrote. */
  execute(db: Database, ...values: Values<Params>): Promise<number>;
};

export type RegisteredStatement = { name: string; text: string; source: string };

const registered = new Map<string, RegisteredStatement>();

/**
 * Defines a named prepared statement: each connection parses it once. Types come from Postgres, with
 * three marks in the text, which are not sent: `AS "name!"` is never null, `AS "name?"` may be null,
 * and the value of `$1?` may be null. With `isNamed: false`, Postgres parses and plans each call with
 * its values: for conditions that fold to constants.
 */
export function statement<Key extends Name>(
  name: Key,
  source: string,
  { isNamed } = { isNamed: true },
): Statement<Types<Key>['params'], Types<Key>['row']> {
  const text = source.replaceAll(/"(\w+)[!?]"/g, '"$1"').replaceAll(/(\$\d+)\?/g, '$1');
  if (registered.has(name)) throw new Error(`two statements have the name ${name}`);
  registered.set(name, { name, text, source });
  type Row = Types<Key>['row'];
  const query = (db: Database, values: unknown) =>
    db.query<Row & object>({ ...(isNamed && { name }), text, values: values as unknown[] });
  return {
    all: async (db, ...[values]) => (await query(db, values)).rows,
    first: async (db, ...[values]) => (await query(db, values)).rows[0] ?? null,
    async one(db, ...[values]) {
      const [row] = (await query(db, values)).rows;
      if (row === undefined) throw new Error(`${name} returned no row`);
      return row;
    },
    execute: async (db, ...[values]) => (await query(db, values)).rowCount ?? 0,
  };
}

/** The statements of all imported modules. */
export function listStatements(): RegisteredStatement[] {
  return [...registered.values()];
}
