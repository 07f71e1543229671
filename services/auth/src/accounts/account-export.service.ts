import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { toCsv } from '@cairn/service-kit/csv.ts';
import { checkEdge } from '@cairn/service-kit/keyset.ts';
import { isUserId } from '../users/user-rules.ts';
import { findUser } from '../users/users.store.ts';
import {
  type ExportedAccount,
  listAccountsForExport,
  listSelectedAccounts,
} from './account-export.store.ts';
import type { AccountFilter } from './accounts.store.ts';

/** Rows of one part of an export. */
const PART_SIZE = 5_000;

const HEADER = [
  ...['User ID', 'Email', 'First name', 'Last name', 'Status', 'Verified', 'Admin'],
  ...['Created', 'Last login'],
];

/** Each part is recorded in the activity log, without the text of the search. */
export async function exportAccountsPart(
  { pool, publish }: { pool: Pool; publish: PublishEvent },
  adminId: string,
  query: AccountFilter & { starting_after: string },
) {
  const isFirst = query.starting_after === '';
  const page = { startingAfter: query.starting_after || null, limit: PART_SIZE };
  const rows = await listAccountsForExport(pool, query, page);
  await checkEdge(rows, page.startingAfter, (id) => findUser(pool, id));
  await inTransaction(pool, (tx) =>
    recordStaffAct(tx, publish, {
      adminId,
      action: 'accounts_export',
      subjectType: 'account',
      subjectId: null,
      before: null,
      after: {
        ...{ status: query.status, from: query.from, to: query.to },
        startingAfter: query.starting_after,
      },
    }),
  );
  const lines = rows.map(toCells);
  return {
    csv: toCsv(isFirst ? [HEADER, ...lines] : lines),
    next: rows.length === PART_SIZE ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** The given accounts, newest first; recorded in the activity log with their number. */
export async function exportSelectedAccounts(
  { pool, publish }: { pool: Pool; publish: PublishEvent },
  adminId: string,
  { ids, with_header }: { ids: string[]; with_header: boolean },
) {
  const rows = await listSelectedAccounts(pool, ids.filter(isUserId));
  await inTransaction(pool, (tx) =>
    recordStaffAct(tx, publish, {
      ...{ adminId, action: 'accounts_export', subjectType: 'account', subjectId: null },
      ...{ before: null, after: { selected: rows.length } },
    }),
  );
  const lines = rows.map(toCells);
  return { csv: toCsv(with_header ? [HEADER, ...lines] : lines) };
}

function toCells(account: ExportedAccount) {
  const { id, email, firstName, lastName, status, emailVerified, isAdmin } = account;
  const lastLogin = account.lastLogin?.toISOString() ?? null;
  const created = account.createdAt.toISOString();
  return [id, email, firstName, lastName, status, emailVerified, isAdmin, created, lastLogin];
}
