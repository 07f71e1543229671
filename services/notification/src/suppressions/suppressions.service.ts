import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { z } from 'zod';
import { findRecipient } from '../recipients/recipients.store.ts';
import { hashAddress } from './address-hash.ts';
import { FAULTS_OF_ADDRESS } from './suppression.ts';
import { deleteSuppressions } from './suppressions.store.ts';

export type Suppressions = ReturnType<typeof createSuppressions>;

/** Staff let mail go again to an address that bounced or called us spam; an unsubscribe is the user's own. */
export function createSuppressions(options: { publish: PublishEvent; suppressionKey: Buffer }) {
  const { publish, suppressionKey } = options;

  /** How many causes there were; none is no act, and leaves no trace. */
  async function lift(tx: Transaction, adminId: string, userId: string): Promise<number> {
    if (!z.uuid().safeParse(userId).success) throw new NotFoundError();
    const recipient = await findRecipient(tx, userId);
    if (!recipient) throw new NotFoundError();
    const addressHash = hashAddress(recipient.email, suppressionKey);
    const causes = await deleteSuppressions(
      tx,
      { addressHash, channel: 'email' },
      FAULTS_OF_ADDRESS,
    );
    if (causes.length > 0) {
      await recordStaffAct(tx, publish, {
        adminId,
        action: 'suppression_lift',
        subjectType: 'user',
        subjectId: userId,
        before: { causes },
        after: { causes: [] },
      });
    }
    return causes.length;
  }

  return { lift };
}
