import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import {
  lockDelivery,
  type RetryCandidate,
  reopenDelivery,
} from '../deliveries/deliveries.store.ts';
import { reopenMailing } from '../mailings/mailings.store.ts';

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
    if (delivery.mailingId) await reopenMailing(tx, delivery.mailingId);
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
  const { state, template, mailingState, address, isKnown } = delivery;
  if (state !== 'failed' && state !== 'maybe_sent') {
    return `Only failed or maybe sent messages can be retried; this one is ${state}`;
  }
  if (WITH_TOKEN.includes(template)) {
    return 'Its code or link has expired: its recipient can ask for a new one';
  }
  if (mailingState === 'stopped') return 'Its mailing was stopped';
  return address || isKnown ? null : 'Its address is not kept any more';
}
