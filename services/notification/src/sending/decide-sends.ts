import type { Database } from '@cairn/postgres/pool.ts';
import type { ClaimedDelivery } from '../deliveries/claims.store.ts';
import { hashAddress } from '../suppressions/address-hash.ts';
import type { Channel, Suppression } from '../suppressions/suppression.ts';
import { listSuppressions } from '../suppressions/suppressions.store.ts';
import { addressOf, decideSend, type SendDecision } from './send-decision.ts';

/** Decides on claimed rows of one channel, with one query for their suppressions. */
export async function decideSends(
  db: Database,
  deliveries: readonly ClaimedDelivery[],
  { channel, suppressionKey }: { channel: Channel; suppressionKey: Buffer },
): Promise<{ delivery: ClaimedDelivery; decision: SendDecision }[]> {
  const hashed = deliveries.map((delivery) => {
    const address = addressOf(delivery);
    return { delivery, hash: address ? hashAddress(address, suppressionKey) : null };
  });
  const hashes = hashed.flatMap(({ hash }) => hash ?? []);
  const suppressions = new Map<string, Suppression[]>();
  for (const suppression of await listSuppressions(db, channel, hashes)) {
    const key = suppression.addressHash.toString('hex');
    suppressions.set(key, [...(suppressions.get(key) ?? []), suppression]);
  }
  return hashed.map(({ delivery, hash }) => ({
    delivery,
    decision: decideSend(delivery, suppressions.get(hash?.toString('hex') ?? '') ?? []),
  }));
}
