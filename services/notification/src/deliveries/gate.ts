import type { Database } from '@cairn/postgres/pool.ts';
import { hashAddress } from '../suppressions/address-hash.ts';
import type { Channel, SuppressionCause } from '../suppressions/suppression.ts';
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
  const causes = new Map<string, SuppressionCause[]>();
  for (const { address_hash, cause } of await listSuppressions(db, channel, hashes)) {
    const key = address_hash.toString('hex');
    causes.set(key, [...(causes.get(key) ?? []), cause]);
  }
  return hashed.map(({ delivery, hash }) => ({
    delivery,
    verdict: judge(delivery, causes.get(hash?.toString('hex') ?? '') ?? []),
  }));
}
