import type { Database } from '@cairn/postgres/pool.ts';
import { hashAddress } from '../suppressions/address-hash.ts';
import type { Channel, Suppression } from '../suppressions/suppression.ts';
import { listSuppressions } from '../suppressions/suppressions.store.ts';
import type { ClaimedDelivery } from './claims.store.ts';
import { addressOf, judge, type Verdict } from './verdict.ts';

/** The verdict on each of some claimed rows of one channel, with one question about suppressions. */
export async function judgeAll(
  db: Database,
  deliveries: readonly ClaimedDelivery[],
  { channel, suppressionKey }: { channel: Channel; suppressionKey: Buffer },
): Promise<{ delivery: ClaimedDelivery; verdict: Verdict }[]> {
  const hashed = deliveries.map((delivery) => {
    const address = addressOf(delivery);
    return { delivery, hash: address ? hashAddress(address, suppressionKey) : null };
  });
  const hashes = hashed.flatMap(({ hash }) => hash ?? []);
  const suppressions = new Map<string, Suppression[]>();
  for (const suppression of await listSuppressions(db, channel, hashes)) {
    const key = suppression.address_hash.toString('hex');
    suppressions.set(key, [...(suppressions.get(key) ?? []), suppression]);
  }
  return hashed.map(({ delivery, hash }) => ({
    delivery,
    verdict: judge(delivery, suppressions.get(hash?.toString('hex') ?? '') ?? []),
  }));
}
