import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { reopenMailing } from '../mailings/steering.store.ts';
import { lockDelivery, type RetryCandidate, reopenDelivery } from './retry.store.ts';

/** What is in them is not kept: whoever wants one asks for a new one. */
const WITH_TOKEN = ['verification', 'password_reset', 'phone_code'];

/** Staff try a message once more; where it perhaps went, that it may come twice is their decision. */
export function createRetry({ publish }: { publish: PublishEvent }) {
  return async (tx: Transaction, adminId: string, deliveryId: string): Promise<void> => {
    const delivery = await lockDelivery(tx, deliveryId);
    if (!delivery) throw new NotFoundError();
    const obstacle = findObstacle(delivery);
    if (obstacle) throw new ConflictError(obstacle);
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

function findObstacle(delivery: RetryCandidate): string | null {
  const { state, template, mailing_state, address, is_known } = delivery;
  if (state !== 'failed' && state !== 'maybe_sent') {
    return `Only what has failed or perhaps went can be tried again; this is ${state}`;
  }
  if (WITH_TOKEN.includes(template)) {
    return 'What was in it has ended: its recipient can ask for a new one';
  }
  if (mailing_state === 'stopped') return 'Its mailing was stopped';
  return address || is_known ? null : 'Its address is not kept any more';
}
