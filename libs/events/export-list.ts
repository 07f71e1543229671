import type { csvPart } from '@cairn/contracts/http/pages.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { type Cell, toCsv } from '@cairn/service-kit/csv.ts';
import { checkEdge, type KeysetPage } from '@cairn/service-kit/keyset.ts';
import type { z } from 'zod';
import type { PublishEvent } from './outbox.ts';
import { recordStaffAct } from './staff-acts.ts';

/** Rows of one part of an export. */
const PART_SIZE = 500;

export type ExportedList<Row> = {
  action: string;
  subjectType: string;
  header: readonly string[];
  /** The filter as the activity log has it: without addresses, names and other free text. */
  filter: Record<string, unknown>;
  list(page: KeysetPage): Promise<Row[]>;
  /** A row by its id; only for rows that may be deleted. */
  find?: (id: string) => Promise<unknown>;
  toCells(row: Row): Cell[];
  partSize?: number;
};

/** One part of a list as CSV; each part is recorded in the activity log. The first has the header. */
export async function exportList<Row extends { id: string }>(
  { pool, publish }: { pool: Pool; publish: PublishEvent },
  adminId: string,
  { starting_after }: { starting_after: string },
  list: ExportedList<Row>,
): Promise<z.output<typeof csvPart>> {
  const limit = list.partSize ?? PART_SIZE;
  const edgeId = starting_after || null;
  const rows = await list.list({ edgeId, isAscending: false, limit });
  if (list.find) await checkEdge(rows, edgeId, list.find);
  const { action, subjectType, header, filter } = list;
  const after = { ...filter, startingAfter: starting_after };
  const act = { adminId, action, subjectType, subjectId: null, before: null, after };
  await inTransaction(pool, (tx) => recordStaffAct(tx, publish, act));
  const lines = rows.map(list.toCells);
  return {
    csv: toCsv(starting_after === '' ? [header, ...lines] : lines),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
