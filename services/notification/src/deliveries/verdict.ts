import { reasonNotToSend, type Suppression } from '../suppressions/suppression.ts';
import { isAlert, isBulk, kindOf } from '../templates/catalogue.ts';
import type { ClaimedDelivery } from './claims.store.ts';
import type { Ending } from './endings.store.ts';

/** Whether a claimed row is sent now, and where to. */
export type Verdict =
  | { kind: 'send'; to: string }
  | { kind: 'later'; reason: string }
  | { kind: 'end'; state: Ending['state']; reason: string };

/** As much of an address as decides whether the provider would refuse all others with it. */
const MAILBOX = /^[^\s@<>,"]+@[^\s@<>,"]+\.[^\s@<>,".]+$/;
const NUMBER = /^\+[1-9]\d{6,14}$/;

/** Where it would go; null where nobody knows. */
export function addressOf({
  channel,
  address,
  recipient_email,
  phone,
}: ClaimedDelivery): string | null {
  return address ?? (channel === 'email' ? recipient_email : phone);
}

/** Asked at the moment of sending, with what is suppressed then (P-3.4). */
export function judge(delivery: ClaimedDelivery, suppressions: readonly Suppression[]): Verdict {
  const { template, channel } = delivery;
  const to = addressOf(delivery);
  if (delivery.is_stopped) return end('stopped', 'the mailing was stopped');
  if (delivery.is_unwanted) return end('failed', 'the account was deleted');
  if (delivery.has_expired) {
    return end('failed', isAlert(template) ? 'it came too late' : 'its link has expired');
  }
  if (isAlert(template) && delivery.is_declined) return end('suppressed', 'alerts are off');
  if (isSuspended(delivery)) return end('suppressed', 'the account is suspended');
  if (delivery.has_left) return end('suppressed', 'not among its recipients any more');
  if (!to) return withoutAddress(delivery);
  if (!(channel === 'email' ? MAILBOX : NUMBER).test(to)) return end('failed', 'not an address');
  const cause = reasonNotToSend(suppressions, kindOf(template));
  return cause ? end('suppressed', cause) : { kind: 'send', to };
}

/** Only what is about their own account still goes to them, and what staff wrote to them as they were. */
function isSuspended({ template, recipient_status, even_suspended }: ClaimedDelivery): boolean {
  return isBulk(template) && recipient_status === 'suspended' && !even_suspended;
}

function withoutAddress({ channel, user_id }: ClaimedDelivery): Verdict {
  if (!user_id) return end('failed', 'its address is gone');
  if (channel === 'sms') return end('suppressed', 'no number is confirmed');
  // What it is about may be told before its person is: another topic, another pace.
  return { kind: 'later', reason: 'the recipient is not known yet' };
}

function end(state: Ending['state'], reason: string): Verdict {
  return { kind: 'end', state, reason };
}
