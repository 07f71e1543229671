import { mailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import type { sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import { createLogThrottle } from '@cairn/events/log-throttle.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Database, Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { ConflictError, NotFoundError, VersionConflictError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { z } from 'zod';
import { countAudience } from '../deliveries/mailing-deliveries.store.ts';
import { audienceOf } from './audience.ts';
import { prepareContent, toEditorHtml } from './mailing-content.ts';
import { findStoredMailing } from './mailing-list.store.ts';
import { beginMailing, checkCount, futureTimeOf } from './mailings.service.ts';
import {
  changeScheduledMailing,
  listDueMailings,
  lockDueMailing,
  lockMailing,
  setMailingState,
} from './mailings.store.ts';

type Command = z.output<typeof sendEmail.body>;
/** `ifMatch`: the version that the edit began with; null overwrites any. */
type Edit = { id: string; adminId: string; command: Command; ifMatch: number | null };

export type ScheduledMailings = ReturnType<typeof createScheduledMailings>;

export function createScheduledMailings({
  pool,
  publish,
  publicUrl,
}: {
  pool: Pool;
  publish: PublishEvent;
  publicUrl: string;
}) {
  /** Without a time in the future, the dispatcher begins the mailing after the commit. */
  async function update(tx: Transaction, { id, adminId, command, ifMatch }: Edit): Promise<void> {
    const state = await lockMailing(tx, id);
    if (!state) throw new NotFoundError();
    if (state !== 'scheduled') throw new ConflictError('This mailing has started or was stopped');
    const before = await getContent(id, tx);
    if (ifMatch !== null && ifMatch !== before.version) throw new VersionConflictError(before);
    const content = prepareContent(command, publicUrl);
    const audience = audienceOf(command);
    const sendAt = futureTimeOf(command);
    const count = await countAudience(tx, audience);
    checkCount(count, command.expectCount);
    await changeScheduledMailing(tx, id, { content, audience, sendAt, editedBy: adminId });
    await recordStaffAct(tx, publish, {
      adminId,
      action: 'mailing_update',
      subjectType: 'mailing',
      subjectId: id,
      before: null,
      after: { count, sendAt: sendAt?.toISOString() ?? null },
    });
  }

  async function getContent(id: string, db: Database = pool) {
    const stored = await findStoredMailing(db, id);
    if (!stored) throw new NotFoundError();
    const { subject, html, isChosen, addresses, segment, sendAt, state } = stored;
    return {
      subject,
      content: toEditorHtml(html, publicUrl),
      segment: mailingSegment.parse(segment),
      to: isChosen ? (addresses ?? []) : null,
      send_at: state === 'scheduled' ? (sendAt?.toISOString() ?? null) : null,
      version: stored.version,
      edited_by: stored.editedBy,
      edited_at: stored.editedAt?.toISOString() ?? null,
    };
  }

  return { update, getContent };
}

type LogThrottle = ReturnType<typeof createLogThrottle>;

/** Begins the scheduled mailings that are due. Two processes begin each once. */
export async function beginDueMailings(
  pool: Pool,
  logger: Logger,
  throttle: LogThrottle = createLogThrottle(),
): Promise<void> {
  for (const mailingId of await listDueMailings(pool)) {
    try {
      const count = await inTransaction(pool, (tx) => beginDueMailing(tx, mailingId));
      if (count !== null) logger.info({ mailingId, count }, 'mailing.started');
    } catch (err) {
      // The other mailings and messages are sent all the same.
      throttle(String(err), (more) =>
        logger.error({ err, mailingId, ...more }, 'mailing.begin_failed'),
      );
    }
  }
}

/** Reads the recipients at this moment; null if another process begins the mailing. */
async function beginDueMailing(tx: Transaction, mailingId: string): Promise<number | null> {
  const audience = await lockDueMailing(tx, mailingId);
  if (!audience) return null;
  await setMailingState(tx, mailingId, 'sending');
  // Staff named the addresses earlier: a user may have been suspended since.
  return beginMailing(tx, mailingId, audience, { evenSuspended: false });
}
