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
  /** Fixes the recipients in one transaction; the ledger has the outcome of each. */
  async function send(tx: Transaction, adminId: string, command: Command) {
    const content = prepareContent(command, publicUrl);
    const audience = audienceOf(command);
    const mailingId = await insertMailing(tx, content, { adminId, isTest: false, audience });
    const traceparent = currentTraceparent();
    const batches = { mailingId, batchSize: BATCH_SIZE, traceparent };
    const count = await insertMailingDeliveries(tx, batches, audience);
    checkCount(count, command.expectCount);
    await setMailingTotal(tx, mailingId, count);
    await publishAction(tx, { adminId, action: actionOf(command), mailingId, count });
    return { count, mailingId };
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

function audienceOf({ to, hunt }: Draft): Audience {
  if (to === null) return { addresses: null, hunt };
  return { addresses: [to].flat(), hunt: null };
}

function checkCount(count: number, expected: number | undefined): void {
  if (expected !== undefined && count !== expected) {
    throw new ConflictError(
      `This mail would now go to ${count} instead of ${expected}. Please look at it again.`,
    );
  }
  if (count === 0) throw new InvalidInputError('This mail has no recipients');
}

function actionOf({ to, hunt }: Draft): string {
  if (to === null) return hunt === null ? 'send_mass_email' : 'send_targeted_emails';
  return [to].flat().length === 1 ? 'send_single_email' : 'send_targeted_emails';
}
