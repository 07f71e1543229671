import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import {
  claimRejected,
  claimVerified,
  huntCluePublished,
  huntCompleted,
  stashUnlocked,
} from '@cairn/contracts/events/hunts.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { hasMail, hasText, type TemplateName } from '../templates/catalogue.ts';
import { insertMailAlerts, insertTextAlerts } from './fan-out.store.ts';
import { countInPendingAlarm, insertAlarm } from './staff-alarms.store.ts';

/** SendGrid's maximum per call. */
const BATCH_SIZE = 1_000;
/** Alerts expire after this, as after a long outage. */
const ALERT_LIFETIME_MS = 3 * 24 * 3600 * 1000;

/** Recipients of alarms. */
export type Staff = { emails: readonly string[]; phones: readonly string[] };

type HuntEventData = { huntId: string; handle: string; title: string };

type HuntHandlersOptions = { staff: Staff; logger: Logger };

/** Requests alerts for members and alarms for staff, as rows of the ledger. */
export function createHuntHandlers({ staff, logger }: HuntHandlersOptions): EventHandler[] {
  async function alertMembers(
    tx: Transaction,
    { id: eventId, traceparent }: EventEnvelope,
    { template, hunt, at }: { template: TemplateName; hunt: HuntEventData; at: string },
  ): Promise<void> {
    const { huntId: productId, ...variables } = hunt;
    const expiresAt = new Date(Date.parse(at) + ALERT_LIFETIME_MS);
    const alert = {
      ...{ eventId, template, productId, variables, expiresAt, traceparent },
      happenedAt: new Date(at),
    };
    const mails = hasMail(template) ? await insertMailAlerts(tx, alert, BATCH_SIZE) : 0;
    const texts = hasText(template) ? await insertTextAlerts(tx, alert) : 0;
    logger.info({ eventId, template, huntId: productId, mails, texts }, 'alerts.requested');
  }

  /** Each kind of alarm is sent at most once an hour for a hunt; later events raise its count. */
  async function alarmStaff(
    tx: Transaction,
    { id: eventId, traceparent, time }: EventEnvelope,
    { template, hunt }: { template: TemplateName; hunt: HuntEventData },
  ): Promise<void> {
    const { huntId, ...variables } = hunt;
    const recipients = [
      ...staff.emails.map((address, ordinal) => ({ channel: 'email' as const, address, ordinal })),
      ...staff.phones.map((address, ordinal) => ({ channel: 'sms' as const, address, ordinal })),
    ];
    for (const recipient of recipients) {
      const alarm = {
        ...{ eventId, template, huntId, variables, traceparent, happenedAt: time },
        ...recipient,
      };
      if (!(await countInPendingAlarm(tx, alarm))) await insertAlarm(tx, alarm);
    }
  }

  return [
    on(huntCluePublished, (tx, hunt, event) =>
      alertMembers(tx, event, { template: 'clue_published', hunt, at: hunt.publishedAt }),
    ),
    on(huntCompleted, async (tx, hunt, event) => {
      await alarmStaff(tx, event, { template: 'staff_claim', hunt });
      await alertMembers(tx, event, { template: 'hunt_completed', hunt, at: hunt.completedAt });
    }),
    on(claimVerified, (tx, hunt, event) =>
      alertMembers(tx, event, { template: 'claim_verified', hunt, at: hunt.verifiedAt }),
    ),
    on(claimRejected, (tx, hunt, event) =>
      alertMembers(tx, event, { template: 'claim_rejected', hunt, at: hunt.rejectedAt }),
    ),
    on(stashUnlocked, (tx, hunt, event) =>
      alarmStaff(tx, event, { template: 'staff_stash', hunt }),
    ),
  ];
}
