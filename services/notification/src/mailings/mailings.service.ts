import { randomUUID } from 'node:crypto';
import type { mailing, sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import type { z } from 'zod';
import { insertDelivery } from '../deliveries/deliveries.store.ts';
import {
  type Audience,
  countAudience,
  insertMailingDeliveries,
} from '../deliveries/mailing-deliveries.store.ts';
import { renderMailing } from '../templates/mailing.ts';
import { audienceOf, isEverybody } from './audience.ts';
import { prepareContent } from './mailing-content.ts';
import { insertMailing, setMailingTotal } from './mailings.store.ts';

export type MailingsOptions = {
  pool: Pool;
  publish: PublishEvent;
  publicUrl: string;
  postalAddress?: string | undefined;
};

type Draft = z.output<typeof mailing>;
type Command = z.output<typeof sendEmail.body>;

/** SendGrid's maximum per call. */
const BATCH_SIZE = 1_000;

export type Mailings = ReturnType<typeof createMailings>;

export function createMailings({ pool, publish, publicUrl, postalAddress }: MailingsOptions) {
  /** Begins a mailing in this transaction, or stores one that begins later. */
  async function send(tx: Transaction, adminId: string, command: Command) {
    const content = prepareContent(command, publicUrl);
    const audience = audienceOf(command);
    const sendAt = futureTimeOf(command);
    const mailing = { adminId, isTest: false, audience, sendAt };
    const mailingId = await insertMailing(tx, content, mailing);
    const count = sendAt
      ? await countAudience(tx, audience)
      : await beginMailing(tx, mailingId, audience, { evenSuspended: true });
    checkCount(count, command.expectCount);
    const action = sendAt ? 'mailing_schedule' : actionOf(audience);
    await publishAction(tx, { adminId, action, mailingId, count });
    return { count, mailingId, send_at: sendAt?.toISOString() ?? null };
  }

  async function preview(draft: Draft) {
    const content = prepareContent(draft, publicUrl);
    const { html, text } = renderMailing({
      publicUrl,
      postalAddress,
      mailing: content,
      unsubscribeUrl: `${publicUrl}/unsubscribe-success`,
    });
    return { html, text, count: await countAudience(pool, audienceOf(draft)) };
  }

  /** Sends the mail to the admin only. */
  async function test(tx: Transaction, adminId: string, draft: Draft) {
    const content = prepareContent(draft, publicUrl);
    const mailingId = await insertMailing(tx, content, {
      adminId,
      isTest: true,
      audience: audienceOf(draft),
      sendAt: null,
    });
    await setMailingTotal(tx, mailingId, 1);
    await insertDelivery(tx, {
      eventId: randomUUID(),
      template: 'mailing_test',
      userId: adminId,
      address: null,
      mailingId,
      variables: {},
      sealedToken: null,
      expiresAt: null,
      traceparent: currentTraceparent(),
    });
    await publishAction(tx, { adminId, action: 'send_test_email', mailingId, count: 1 });
    return preview(draft);
  }

  function publishAction(
    tx: Transaction,
    staffAction: { adminId: string; action: string; mailingId: string; count: number },
  ) {
    const { adminId, action, mailingId, count } = staffAction;
    return recordStaffAct(tx, publish, {
      adminId,
      action,
      subjectType: 'mailing',
      subjectId: mailingId,
      before: null,
      after: { count },
    });
  }

  return { send, preview, test };
}

/** Fixes the recipients of the mailing; the ledger has the outcome of each. Returns their number. */
export async function beginMailing(
  tx: Transaction,
  mailingId: string,
  audience: Audience,
  { evenSuspended }: { evenSuspended: boolean },
): Promise<number> {
  const traceparent = currentTraceparent();
  const batches = { mailingId, batchSize: BATCH_SIZE, traceparent, evenSuspended };
  const count = await insertMailingDeliveries(tx, batches, audience);
  await setMailingTotal(tx, mailingId, count);
  return count;
}

/** Throws 409 if `expected` is another number, and 400 for no recipients. */
export function checkCount(count: number, expected: number | undefined): void {
  if (expected !== undefined && count !== expected) {
    throw new ConflictError(
      `This mail would now go to ${count} instead of ${expected}. Please look at it again.`,
    );
  }
  if (count === 0) throw new InvalidInputError('This mail has no recipients');
}

const DAY_MS = 24 * 3600_000;
/** Shorter than the time after which old mailings are deleted. */
const MAX_DAYS = 365;

/** Null for a time in the past. Throws 400 for one more than a year ahead. */
export function futureTimeOf({ send_at }: Command): Date | null {
  if (send_at === null) return null;
  const waitMs = Date.parse(send_at) - Date.now();
  if (waitMs > MAX_DAYS * DAY_MS) {
    const reason = 'A mailing can be scheduled for the next year only';
    throw new InvalidInputError(reason, { send_at: reason });
  }
  return waitMs > 0 ? new Date(send_at) : null;
}

function actionOf({ addresses, segment }: Audience): string {
  if (addresses) return addresses.length === 1 ? 'send_single_email' : 'send_targeted_emails';
  return isEverybody(segment) ? 'send_mass_email' : 'send_targeted_emails';
}
