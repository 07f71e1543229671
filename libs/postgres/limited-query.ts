import pg from 'pg';
import type { Transaction } from './pool.ts';
import { SHOWN_TYPES } from './shown-types.ts';

export type LimitedResult = {
  /** `SELECT`, `UPDATE`, `FETCH`, … */
  command: string;
  fields: string[];
  rows: unknown[][];
  /** The result was truncated; the connection is closed, and uncommitted changes are rolled back. */
  isCut: boolean;
};

/**
 * Runs one statement by the extended protocol, which refuses a second one, and stops reading at the
 * limits: `maxBytes` also applies within a single row. Release `client` with `release(true)`.
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

/** Two columns may have the same name. */
function namesOf(fields: pg.FieldDef[]): string[] {
  const taken = new Set<string>();
  return fields.map(({ name }) => {
    let free = name;
    for (let next = 2; taken.has(free); next += 1) free = `${name}_${next}`;
    taken.add(free);
    return free;
  });
}
