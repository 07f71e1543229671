import { MAX_COUNTED } from '@cairn/contracts/http/pages.ts';
import type { PurchaseFilter, PurchaseQuery } from '@cairn/contracts/http/staff-purchases.ts';
import { findPeople, listAccountsInternally, MOST_PEOPLE } from '@cairn/contracts/internal/auth.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct, toLoggedId } from '@cairn/events/staff-acts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { toKeysetAnswer, toKeysetPage } from '@cairn/service-kit/keyset.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import { toStoredDay } from '@cairn/service-kit/stored-day.ts';
import { parsePurchaseSearch } from './purchase-search.ts';
import {
  type Emails,
  presentPurchasesAsCsv,
  presentStaffPurchase,
} from './staff-purchases.presenter.ts';
import {
  countPurchaseRows,
  findPurchaseIds,
  listPurchaseRows,
  type PurchaseConditions,
  type StaffPurchaseRow,
} from './staff-purchases.store.ts';

export type StaffPurchasesOptions = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  auth: ServiceClient;
};

export type StaffPurchases = ReturnType<typeof createStaffPurchases>;

/** People or ids that begin with the text of a search. */
const MAX_FOUND = 100;
const TOO_MANY_PEOPLE = `More than ${MAX_FOUND} people match. Please type more of the name or address.`;
const NO_SEARCH = { ids: null, userIds: null, paymentPrefix: null, receiptNumber: null };
const NO_FILTER = {
  ...NO_SEARCH,
  ...{ productId: null, status: null, scope: null, dayOf: 'purchase' as const },
  ...{ from: null, to: null },
};
const NEWEST = { sort: 'created_at', isAscending: false } as const;
/** Rows of one part of an export. */
const PART_SIZE = 2_000;

/** The purchases of all users, for staff. */
export function createStaffPurchases({ pool, publish, logger, auth }: StaffPurchasesOptions) {
  async function list(query: PurchaseQuery) {
    const conditions = await toConditions(query);
    const [found, counted] = await Promise.all([
      listPurchaseRows(pool, conditions, { ...toKeysetPage(query), sort: query.sort }),
      countPurchaseRows(pool, conditions, MAX_COUNTED + 1),
    ]);
    const { rows, pagination } = toKeysetAnswer(found, query, counted);
    const emails = await findEmails(rows);
    return { purchases: rows.map((row) => presentStaffPurchase(row, emails)), pagination };
  }

  /** Without the count of a list. */
  async function search(text: string, max: number) {
    const conditions = { ...NO_FILTER, ...(await toSearchConditions(text, { isComplete: false })) };
    const page = { ...NEWEST, edgeId: null, limit: max };
    const rows = await listPurchaseRows(pool, conditions, page);
    const emails = await findEmails(rows);
    return rows.map((row) => presentStaffPurchase(row, emails));
  }

  /** Each part of an export is recorded in the activity log, without the text of the search. */
  async function exportPart(adminId: string, query: PurchaseFilter & { starting_after: string }) {
    const isFirst = query.starting_after === '';
    const conditions = await toConditions(query);
    const page = { ...NEWEST, edgeId: query.starting_after || null, limit: PART_SIZE };
    const rows = await listPurchaseRows(pool, conditions, page);
    await recordExport(adminId, query);
    const csv = presentPurchasesAsCsv(rows, { emails: await findEmails(rows), isFirst });
    return { csv, next: rows.length === PART_SIZE ? (rows.at(-1)?.id ?? null) : null };
  }

  async function recordExport(
    adminId: string,
    { hunt, status, day_of, from, to, starting_after }: PurchaseFilter & { starting_after: string },
  ) {
    await inTransaction(pool, (tx) =>
      recordStaffAct(tx, publish, {
        adminId,
        action: 'purchases_export',
        subjectType: 'purchase',
        subjectId: null,
        before: null,
        after: {
          ...{ hunt: toLoggedId(hunt), status, dayOf: day_of, from, to },
          startingAfter: starting_after,
        },
      }),
    );
  }

  async function toConditions(filter: PurchaseFilter): Promise<PurchaseConditions> {
    return {
      ...NO_SEARCH,
      ...(await toSearchConditions(filter.search, { isComplete: true })),
      productId: filter.hunt || null,
      ...toStatusConditions(filter.status),
      dayOf: filter.day_of,
      from: toStoredDay(filter.from),
      to: toStoredDay(filter.to),
    };
  }

  /** With `isComplete`, refuses a search that matches more people than can be listed. */
  async function toSearchConditions(
    text: string,
    { isComplete }: { isComplete: boolean },
  ): Promise<Partial<PurchaseConditions>> {
    const search = parsePurchaseSearch(text);
    if (search.kind === 'receipt') return { receiptNumber: search.receiptNumber };
    if (search.kind === 'payment') return { paymentPrefix: search.prefix };
    if (search.kind === 'person') return { userIds: await findUserIds(search.text, isComplete) };
    if (search.kind === 'all') return {};
    const ids = await findPurchaseIds(pool, search, MAX_FOUND);
    // An id in full that is no purchase may be a user's.
    return ids.length === 0 && search.from === search.to ? { userIds: [search.from] } : { ids };
  }

  async function findUserIds(search: string, isComplete: boolean): Promise<string[]> {
    const query = { search, limit: MAX_FOUND, count: 'limited' as const };
    const { accounts, pagination } = await auth.call(listAccountsInternally, { query });
    if (isComplete && pagination.total > MAX_FOUND) throw new InvalidInputError(TOO_MANY_PEOPLE);
    return accounts.map(({ id }) => id);
  }

  /** Without auth, the list has no addresses. */
  async function findEmails(rows: readonly StaffPurchaseRow[]): Promise<Emails> {
    const ids = [...new Set(rows.map(({ userId }) => userId))];
    const parts = Array.from({ length: Math.ceil(ids.length / MOST_PEOPLE) }, (_, index) =>
      ids.slice(index * MOST_PEOPLE, (index + 1) * MOST_PEOPLE),
    );
    try {
      const answers = await Promise.all(
        parts.map((part) => auth.call(findPeople, { body: { ids: part } })),
      );
      return new Map(answers.flatMap(({ people }) => people.map(({ id, email }) => [id, email])));
    } catch (err) {
      logger.warn({ err }, 'purchases.emails_unavailable');
      return new Map();
    }
  }

  return { list, search, exportPart };
}

function toStatusConditions(
  status: PurchaseFilter['status'],
): Pick<PurchaseConditions, 'status' | 'scope'> {
  if (status === 'accepted' || status === 'unsettled') return { status: null, scope: status };
  return { status: status || null, scope: null };
}
