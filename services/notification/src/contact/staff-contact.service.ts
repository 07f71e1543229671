import { type KeysetQuery, MAX_COUNTED } from '@cairn/contracts/http/pages.ts';
import type { ContactStatus } from '@cairn/contracts/http/staff-contact.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import { exportList } from '@cairn/events/export-list.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Database, Pool, Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { toKeysetAnswer, toKeysetPage } from '@cairn/service-kit/keyset.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import { z } from 'zod';
import { insertDelivery } from '../deliveries/deliveries.store.ts';
import { findUserByVerifiedEmail } from '../recipients/recipients.store.ts';
import {
  type ContactConditions,
  countContactRows,
  findContactRow,
  insertContactAnswer,
  listContactAnswers,
  listContactRows,
  lockContactMessage,
  type StaffContactRow,
  setContactStatus,
} from './contact.store.ts';
import { CONTACT_HEADER, presentStaffContact, toContactCells } from './staff-contact.presenter.ts';

type Filter = { status: ContactStatus | ''; search: string };
type Answer = { id: string; adminId: string; body: string; expectAnswers?: number | undefined };

export type StaffContact = ReturnType<typeof createStaffContact>;

/** Contact messages for staff: the list, their status, and answers by mail. */
export function createStaffContact({ pool, publish }: { pool: Pool; publish: PublishEvent }) {
  async function list(query: KeysetQuery & Filter) {
    const conditions = toConditions(query);
    const [found, counted] = await Promise.all([
      listContactRows(pool, conditions, toKeysetPage(query)),
      countContactRows(pool, conditions, MAX_COUNTED + 1),
    ]);
    const { rows, pagination } = toKeysetAnswer(found, query, counted);
    return { messages: await present(pool, rows), pagination };
  }

  async function exportPart(adminId: string, query: Filter & { starting_after: string }) {
    const conditions = toConditions(query);
    return exportList({ pool, publish }, adminId, query, {
      action: 'contact_export',
      subjectType: 'contact_message',
      header: CONTACT_HEADER,
      filter: { status: query.status },
      list: (page) => listContactRows(pool, conditions, page),
      find: (id) => findContactRow(pool, id),
      toCells: toContactCells,
    });
  }

  /** Stores the answer and requests its mail in one transaction. */
  async function answer(tx: Transaction, { id, adminId, body, expectAnswers }: Answer) {
    const message = await getLocked(tx, id);
    const answers = await listContactAnswers(tx, [message.id]);
    if (expectAnswers !== undefined && answers.length !== expectAnswers) {
      throw new ConflictError('Another admin has answered this message. Read that answer first.');
    }
    const answerId = await insertContactAnswer(tx, { messageId: message.id, adminId, body });
    await setContactStatus(tx, message.id, 'answered');
    await requestMail(tx, message, answerId);
    await recordAct(tx, {
      adminId,
      action: 'contact_answer',
      subjectId: message.id,
      before: { status: message.status },
      after: { status: 'answered', answerId },
    });
    return getPresented(tx, { ...message, status: 'answered' });
  }

  async function update(
    tx: Transaction,
    { id, adminId, status }: { id: string; adminId: string; status: 'open' | 'closed' },
  ) {
    const message = await getLocked(tx, id);
    if (message.status === status) return getPresented(tx, message);
    await setContactStatus(tx, message.id, status);
    await recordAct(tx, {
      adminId,
      action: 'contact_update',
      subjectId: message.id,
      before: { status: message.status },
      after: { status },
    });
    return getPresented(tx, { ...message, status });
  }

  /** To the account with the verified address, else to the address that was typed. */
  async function requestMail(tx: Transaction, message: StaffContactRow, answerId: string) {
    const owner = await findUserByVerifiedEmail(tx, message.email);
    const userId = owner && !(await isErased(tx, owner)) ? owner : null;
    await insertDelivery(tx, {
      eventId: answerId,
      template: 'contact_answer',
      userId,
      address: userId ? null : message.email,
      // The worker reads both by their ids: the ledger holds no personal text.
      variables: { contactMessageId: message.id, contactAnswerId: answerId },
      sealedToken: null,
      expiresAt: null,
      traceparent: currentTraceparent(),
    });
  }

  function recordAct(
    tx: Transaction,
    act: Pick<Parameters<typeof recordStaffAct>[2], 'adminId' | 'action' | 'subjectId'> &
      Pick<Parameters<typeof recordStaffAct>[2], 'before' | 'after'>,
  ) {
    return recordStaffAct(tx, publish, { ...act, subjectType: 'contact_message' });
  }

  return { list, exportPart, answer, update };
}

function toConditions({ status, search }: Filter): ContactConditions {
  const id = z.uuid().safeParse(search).data ?? null;
  return { status: status || null, id, emailPrefix: search && !id ? search : null };
}

async function getLocked(tx: Transaction, id: string): Promise<StaffContactRow> {
  const message = await lockContactMessage(tx, id);
  if (!message) throw new NotFoundError('This message does not exist.');
  return message;
}

async function getPresented(tx: Transaction, row: StaffContactRow) {
  const [message] = await present(tx, [row]);
  if (!message) throw new NotFoundError();
  return message;
}

async function present(db: Database, rows: readonly StaffContactRow[]) {
  const answers = await listContactAnswers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentStaffContact(row, answers));
}
