import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import type { MailingState } from './mailings.store.ts';
import {
  dueBatchesOf,
  lockMailing,
  reopenFailedOf,
  setMailingState,
  stopDeliveriesOf,
} from './steering.store.ts';

type Act = {
  action: string;
  from: MailingState[];
  to: MailingState;
  /** What else it changes. */
  effect: (tx: Transaction, mailingId: string) => Promise<void>;
};

const ACTS = {
  pause: {
    action: 'mailing_pause',
    from: ['sending'],
    to: 'paused',
    effect: (tx, id) => dueBatchesOf(tx, id, 'infinity'),
  },
  resume: {
    action: 'mailing_resume',
    from: ['paused'],
    to: 'sending',
    effect: (tx, id) => dueBatchesOf(tx, id, 'now'),
  },
  stop: {
    action: 'mailing_stop',
    from: ['sending', 'paused'],
    to: 'stopped',
    effect: async (tx, id) => {
      await stopDeliveriesOf(tx, id);
      // So that they are seen to be empty, and closed.
      await dueBatchesOf(tx, id, 'now');
    },
  },
  retry: {
    action: 'mailing_retry',
    from: ['finished'],
    to: 'sending',
    effect: async (tx, id) => {
      if ((await reopenFailedOf(tx, id)) === 0) throw new ConflictError('Nothing of it has failed');
    },
  },
} as const satisfies Record<string, Act>;

/** Pauses, resumes, stops or retries a mailing; calls that are under way end as they do. Repeats change nothing. */
export function createSteering({ publish }: { publish: PublishEvent }) {
  return async (
    tx: Transaction,
    act: keyof typeof ACTS,
    { adminId, mailingId }: { adminId: string; mailingId: string },
  ): Promise<void> => {
    const { action, from, to, effect }: Act = ACTS[act];
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
