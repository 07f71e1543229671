import type { Database } from '@cairn/postgres/pool.ts';
import type { ClaimedDelivery } from '../deliveries/leases.store.ts';
import type { DeliveryOutcome } from '../deliveries/outcomes.store.ts';
import {
  type Channel,
  hashAddress,
  reasonNotToSend,
  type Suppression,
} from '../suppressions/suppression.ts';
import { listSuppressions } from '../suppressions/suppressions.store.ts';
import { isAlert, isBulk, kindOf } from '../templates/catalogue.ts';

/** Whether and where a claimed row is sent now. */
export type SendDecision =
  | { kind: 'send'; to: string }
  | { kind: 'postpone'; reason: string }
  | { kind: 'close'; state: DeliveryOutcome['state']; reason: string };

/** Catches the invalid addresses for which the provider would refuse a whole batch. */
const MAILBOX = /^[^\s@<>,"]+@[^\s@<>,"]+\.[^\s@<>,".]+$/;
const NUMBER = /^\+[1-9]\d{6,14}$/;

/** Null if the address is unknown. */
export function addressOf({
  channel,
  address,
  recipientEmail,
  phone,
}: ClaimedDelivery): string | null {
  return address ?? (channel === 'email' ? recipientEmail : phone);
}

/** Called at the moment of sending, with the suppressions of that moment (P-3.4). */
export function decideSend(
  delivery: ClaimedDelivery,
  suppressions: readonly Suppression[],
): SendDecision {
  const { template, channel } = delivery;
  const to = addressOf(delivery);
  if (delivery.isStopped) return close('stopped', 'the mailing was stopped');
  if (delivery.isErased) return close('failed', 'the account was deleted');
  if (delivery.hasExpired) {
    return close('failed', isAlert(template) ? 'it came too late' : 'its link has expired');
  }
  if (isAlert(template) && delivery.isDeclined) return close('suppressed', 'alerts are off');
  if (isSuspended(delivery)) return close('suppressed', 'the account is suspended');
  if (delivery.leftAudience) return close('suppressed', 'not among its recipients any more');
  if (!to) return withoutAddress(delivery);
  if (!(channel === 'email' ? MAILBOX : NUMBER).test(to)) return close('failed', 'not an address');
  const cause = reasonNotToSend(suppressions, kindOf(template));
  return cause ? close('suppressed', cause) : { kind: 'send', to };
}

/** A suspended user gets no bulk messages, except a mailing that staff addressed to them while suspended. */
function isSuspended({ template, recipientStatus, evenSuspended }: ClaimedDelivery): boolean {
  return isBulk(template) && recipientStatus === 'suspended' && !evenSuspended;
}

function withoutAddress({ channel, userId }: ClaimedDelivery): SendDecision {
  if (!userId) return close('failed', 'its address is gone');
  if (channel === 'sms') return close('suppressed', 'no number is confirmed');
  // Purchases and users are separate topics, so a purchase may arrive before its user.
  return { kind: 'postpone', reason: 'the recipient is not known yet' };
}

function close(state: DeliveryOutcome['state'], reason: string): SendDecision {
  return { kind: 'close', state, reason };
}

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
