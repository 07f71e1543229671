import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { reopenMailing } from '../mailings/mailing-actions.store.ts';
import { lockDelivery, type RetryCandidate, reopenDelivery } from './retry.store.ts';

/** Messages with a token cannot be retried: the token is not stored any more. */
const WITH_TOKEN = ['verification', 'password_reset', 'phone_code'];

/** Staff retry a message. After `maybe_sent` it may arrive twice, which is their decision. */
export function createRetry({ publish }: { publish: PublishEvent }) {
  return async (tx: Transaction, adminId: string, deliveryId: string): Promise<void> => {
    const delivery = await lockDelivery(tx, deliveryId);
    if (!delivery) throw new NotFoundError();
    const blocker = findRetryBlocker(delivery);
    if (blocker) throw new ConflictError(blocker);
    await reopenDelivery(tx, delivery.id);
    if (delivery.mailing_id) await reopenMailing(tx, delivery.mailing_id);
    await recordStaffAct(tx, publish, {
      adminId,
      action: 'delivery_retry',
      subjectType: 'delivery',
      subjectId: delivery.id,
      before: { state: delivery.state },
      after: { state: 'pending' },
    });
  };
}

function findRetryBlocker(delivery: RetryCandidate): string | null {
  const { state, template, mailing_state, address, is_known } = delivery;
  if (state !== 'failed' && state !== 'maybe_sent') {
    return `Only failed or maybe sent messages can be retried; this one is ${state}`;
  }
  if (WITH_TOKEN.includes(template)) {
    return 'Its code or link has expired: its recipient can ask for a new one';
  }
  if (mailing_state === 'stopped') return 'Its mailing was stopped';
  return address || is_known ? null : 'Its address is not kept any more';
}
