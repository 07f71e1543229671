import pg from 'pg';
import type { Transaction } from './pool.ts';
import { SHOWN_TYPES } from './shown-types.ts';

export type LimitedResult = {
  /** `SELECT`, `UPDATE`, `FETCH`, … */
  command: string;
  fields: string[];
  rows: unknown[][];
  /** There was more; the connection is cut, and what it did not commit is undone. */
  isCut: boolean;
};

/**
 * Runs one statement by the extended protocol, which takes no second one, and reads no more of its
 * answer than it may: `maxBytes` also where a single row has more. Let go of `client` by
 * `release(true)`.
 */
export function queryWithin(
  client: Transaction,
  text: string,
  { maxRows, maxBytes }: { maxRows: number; maxBytes: number },
): Promise<LimitedResult> {
  const { stream } = (client as unknown as { connection: { stream: Wire } }).connection;
  const before = stream.bytesRead;
  const rows: unknown[][] = [];
  let fields: string[] = [];
  return new Promise((resolve, reject) => {
    const cut = () => {
      stream.off('data', watch);
      stream.destroy();
      resolve({ command: '', fields, rows: rows.slice(0, maxRows), isCut: true });
    };
    const watch = () => {
      if (stream.bytesRead - before > maxBytes) cut();
    };
    stream.on('data', watch);
    const done = (error: Error | null, result: pg.QueryResult) => {
      stream.off('data', watch);
      if (error) reject(error);
      else resolve({ command: result.command, fields: namesOf(result.fields), rows, isCut: false });
    };
    const query = new pg.Query(
      { text, rowMode: 'array', queryMode: 'extended', types: SHOWN_TYPES } as pg.QueryConfig,
      [],
      done as never,
    );
    query.on('row', (row, result) => {
      fields = namesOf(result?.fields ?? []);
      rows.push(row as unknown as unknown[]);
      if (rows.length > maxRows) cut();
    });
    client.query(query);
  });
}

type Wire = {
  bytesRead: number;
  on(event: 'data', listener: () => void): void;
  off(event: 'data', listener: () => void): void;
  destroy(): void;
};

/** Two columns may have one name. */
function namesOf(fields: pg.FieldDef[]): string[] {
  const taken = new Set<string>();
  return fields.map(({ name }) => {
    let free = name;
    for (let next = 2; taken.has(free); next += 1) free = `${name}_${next}`;
    taken.add(free);
    return free;
  });
}
