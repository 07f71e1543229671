import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type {
  claimRejected,
  claimVerified,
  huntCluePublished,
  huntCompleted,
  stashUnlocked,
} from '@cairn/contracts/events/hunts.ts';
import type { Handle } from '@cairn/events/handlers.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { hasMail, hasText, type TemplateName } from '../templates/catalogue.ts';
import { insertMailAlerts, insertTextAlerts } from './fan-out.store.ts';
import { countInPendingAlarm, insertAlarm } from './staff-alarms.store.ts';

/** As many as SendGrid takes in one call. */
const BATCH_SIZE = 1_000;
/** News of a hunt is none after that, as after a long breakdown. */
const FRESH_FOR_MS = 3 * 24 * 3600 * 1000;

/** Who hears at once of what only staff can settle. */
export type Staff = { emails: readonly string[]; phones: readonly string[] };

type HuntFact = { huntId: string; handle: string; title: string };

export type HuntHandlers = ReturnType<typeof createHuntHandlers>;

/** What members and staff are told of hunts, as rows of the ledger. */
export function createHuntHandlers({ staff, logger }: { staff: Staff; logger: Logger }) {
  const alertOfClue: Handle<EventData<typeof huntCluePublished>> = (tx, fact, event) =>
    alertMembers(tx, event, { template: 'clue_published', fact, at: fact.publishedAt });

  const tellOfCompletion: Handle<EventData<typeof huntCompleted>> = async (tx, fact, event) => {
    await alarmStaff(tx, event, { template: 'staff_claim', fact });
    await alertMembers(tx, event, { template: 'hunt_completed', fact, at: fact.completedAt });
  };

  const alertOfVerification: Handle<EventData<typeof claimVerified>> = (tx, fact, event) =>
    alertMembers(tx, event, { template: 'claim_verified', fact, at: fact.verifiedAt });

  const alertOfRejection: Handle<EventData<typeof claimRejected>> = (tx, fact, event) =>
    alertMembers(tx, event, { template: 'claim_rejected', fact, at: fact.rejectedAt });

  const tellOfStash: Handle<EventData<typeof stashUnlocked>> = (tx, fact, event) =>
    alarmStaff(tx, event, { template: 'staff_stash', fact });

  async function alertMembers(
    tx: Transaction,
    { id: eventId, traceparent }: EventEnvelope,
    { template, fact, at }: { template: TemplateName; fact: HuntFact; at: string },
  ): Promise<void> {
    const { huntId: productId, ...variables } = fact;
    const expiresAt = new Date(Date.parse(at) + FRESH_FOR_MS);
    const alert = { eventId, template, productId, variables, expiresAt, traceparent };
    const mails = hasMail(template) ? await insertMailAlerts(tx, alert, BATCH_SIZE) : 0;
    const texts = hasText(template) ? await insertTextAlerts(tx, alert) : 0;
    logger.info({ eventId, template, huntId: productId, mails, texts }, 'alerts.requested');
  }

  /** Each kind of alarm is sent at most once an hour for a hunt; later events raise its count. */
  async function alarmStaff(
    tx: Transaction,
    { id: eventId, traceparent }: EventEnvelope,
    { template, fact }: { template: TemplateName; fact: HuntFact },
  ): Promise<void> {
    const { huntId, ...variables } = fact;
    const recipients = [
      ...staff.emails.map((address, ordinal) => ({ channel: 'email' as const, address, ordinal })),
      ...staff.phones.map((address, ordinal) => ({ channel: 'sms' as const, address, ordinal })),
    ];
    for (const recipient of recipients) {
      const alarm = { eventId, template, huntId, variables, traceparent, ...recipient };
      if (!(await countInPendingAlarm(tx, alarm))) await insertAlarm(tx, alarm);
    }
  }

  return { alertOfClue, tellOfCompletion, alertOfVerification, alertOfRejection, tellOfStash };
}
