import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import {
  reopenFailedDeliveries,
  setBatchesDue,
  stopPendingDeliveries,
} from '../deliveries/mailing-deliveries.store.ts';
import { lockMailing, type MailingState, setMailingState } from './mailings.store.ts';

type MailingAction = {
  action: string;
  from: MailingState[];
  to: MailingState;
  /** Applied in the same transaction. */
  effect: (tx: Transaction, mailingId: string) => Promise<void>;
};

const ACTIONS = {
  pause: {
    action: 'mailing_pause',
    from: ['sending'],
    to: 'paused',
    effect: (tx, id) => setBatchesDue(tx, id, 'infinity'),
  },
  resume: {
    action: 'mailing_resume',
    from: ['paused'],
    to: 'sending',
    effect: (tx, id) => setBatchesDue(tx, id, 'now'),
  },
  stop: {
    action: 'mailing_stop',
    from: ['scheduled', 'sending', 'paused'],
    to: 'stopped',
    effect: async (tx, id) => {
      await stopPendingDeliveries(tx, id);
      // Due at once, so that a worker closes the batches, which are empty now.
      await setBatchesDue(tx, id, 'now');
    },
  },
  retry: {
    action: 'mailing_retry',
    from: ['finished'],
    to: 'sending',
    effect: async (tx, id) => {
      if ((await reopenFailedDeliveries(tx, id)) === 0)
        throw new ConflictError('No mail of this mailing has failed');
    },
  },
} as const satisfies Record<string, MailingAction>;

/** Pauses, resumes, stops or retries a mailing. Calls in progress are not interrupted. Idempotent. */
export function createMailingActions({ publish }: { publish: PublishEvent }) {
  return async (
    tx: Transaction,
    name: keyof typeof ACTIONS,
    { adminId, mailingId }: { adminId: string; mailingId: string },
  ): Promise<void> => {
    const { action, from, to, effect }: MailingAction = ACTIONS[name];
    const state = await lockMailing(tx, mailingId);
    if (!state) throw new NotFoundError();
    if (state === to) return;
    if (!from.includes(state)) throw new ConflictError(`This mailing is ${state} already`);
    await setMailingState(tx, mailingId, to);
    await effect(tx, mailingId);
    await recordStaffAct(tx, publish, {
      adminId,
      action,
      subjectType: 'mailing',
      subjectId: mailingId,
      before: { state },
      after: { state: to },
    });
  };
}
