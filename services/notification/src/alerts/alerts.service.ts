import type { updateAlerts } from '@cairn/contracts/http/alerts.ts';
import type { Database, Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { ConflictError, ForbiddenError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { z } from 'zod';
import {
  type AlertChange,
  listAlertPreferences,
  updateAlertPreference,
} from '../memberships/memberships.store.ts';
import { findRecipient } from '../recipients/recipients.store.ts';
import { type Channel, hashAddress } from '../suppressions/suppression.ts';
import {
  deleteSuppressions,
  listSuppressions,
  type SuppressionRow,
} from '../suppressions/suppressions.store.ts';
import { presentOwnAlerts } from './alerts.presenter.ts';
import { STOPPED } from './phones.service.ts';
import { findPendingNumber, findPhone, lockPhone } from './phones.store.ts';

export type Alerts = ReturnType<typeof createAlerts>;

type Change = z.output<typeof updateAlerts.body>;

const NOT_A_MEMBER = 'You are not in that hunt.';
const NO_PHONE = 'Please add and verify a phone number first.';
const DUPLICATE_HUNT = 'A hunt is named twice.';

/** A user's alert preferences, and whether alerts can reach them. */
export function createAlerts({ pool, suppressionKey }: { pool: Pool; suppressionKey: Buffer }) {
  async function read(userId: string) {
    return present(pool, userId);
  }

  /** All changes in one transaction. */
  async function update(userId: string, { alerts = [], emailSuppressed }: Change) {
    if (new Set(alerts.map(({ product_id }) => product_id)).size < alerts.length) {
      throw new InvalidInputError(DUPLICATE_HUNT);
    }
    return inTransaction(pool, async (tx) => {
      // Locked first, so that the phone cannot be removed before the preferences are written.
      const phone = await lockPhone(tx, userId);
      for (const change of inLockOrder(alerts)) {
        if (!(await updateAlertPreference(tx, userId, change)))
          throw new ForbiddenError(NOT_A_MEMBER);
      }
      if (alerts.some(({ sms_alerts }) => sms_alerts)) await requireUsable(tx, phone);
      if (emailSuppressed === false) await undoUnsubscribe(tx, userId);
      return present(tx, userId);
    });
  }

  async function requireUsable(tx: Transaction, phone: string | null): Promise<void> {
    if (!phone) throw new ConflictError(NO_PHONE);
    if ((await suppressionsOf(tx, 'sms', phone)).length > 0) throw new ConflictError(STOPPED);
  }

  async function undoUnsubscribe(tx: Transaction, userId: string): Promise<void> {
    const recipient = await findRecipient(tx, userId);
    if (!recipient) return;
    const addressHash = hashAddress(recipient.email, suppressionKey);
    await deleteSuppressions(tx, { addressHash, channel: 'email' }, ['unsubscribe']);
  }

  async function present(db: Database, userId: string) {
    // Sequential: a transaction has one connection.
    const rows = await listAlertPreferences(db, userId);
    const recipient = await findRecipient(db, userId);
    const phone = await findPhone(db, userId);
    return presentOwnAlerts({
      rows,
      phone,
      pendingPhone: await findPendingNumber(db, userId),
      email: await suppressionsOf(db, 'email', recipient?.email),
      sms: await suppressionsOf(db, 'sms', phone),
    });
  }

  async function suppressionsOf(
    db: Database,
    channel: Channel,
    address: string | null | undefined,
  ): Promise<SuppressionRow[]> {
    if (!address) return [];
    return listSuppressions(db, channel, [hashAddress(address, suppressionKey)]);
  }

  return { read, update };
}

/** A fixed order of row locks, so that two concurrent calls cannot deadlock. */
function inLockOrder(changes: AlertChange[]): AlertChange[] {
  return changes.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1));
}
