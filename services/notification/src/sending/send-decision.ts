import type { DeliveryOutcome } from '../deliveries/outcomes.store.ts';
import { reasonNotToSend, type Suppression } from '../suppressions/suppression.ts';
import { isAlert, isBulk, kindOf } from '../templates/catalogue.ts';
import type { ClaimedDelivery } from './claims.store.ts';

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
  recipient_email,
  phone,
}: ClaimedDelivery): string | null {
  return address ?? (channel === 'email' ? recipient_email : phone);
}

/** Called at the moment of sending, with the suppressions of that moment (P-3.4). */
export function decideSend(
  delivery: ClaimedDelivery,
  suppressions: readonly Suppression[],
): SendDecision {
  const { template, channel } = delivery;
  const to = addressOf(delivery);
  if (delivery.is_stopped) return close('stopped', 'the mailing was stopped');
  if (delivery.is_erased) return close('failed', 'the account was deleted');
  if (delivery.has_expired) {
    return close('failed', isAlert(template) ? 'it came too late' : 'its link has expired');
  }
  if (isAlert(template) && delivery.is_declined) return close('suppressed', 'alerts are off');
  if (isSuspended(delivery)) return close('suppressed', 'the account is suspended');
  if (delivery.left_audience) return close('suppressed', 'not among its recipients any more');
  if (!to) return withoutAddress(delivery);
  if (!(channel === 'email' ? MAILBOX : NUMBER).test(to)) return close('failed', 'not an address');
  const cause = reasonNotToSend(suppressions, kindOf(template));
  return cause ? close('suppressed', cause) : { kind: 'send', to };
}

/** A suspended user gets no bulk messages, except a mailing that staff addressed to them while suspended. */
function isSuspended({ template, recipient_status, even_suspended }: ClaimedDelivery): boolean {
  return isBulk(template) && recipient_status === 'suspended' && !even_suspended;
}

function withoutAddress({ channel, user_id }: ClaimedDelivery): SendDecision {
  if (!user_id) return close('failed', 'its address is gone');
  if (channel === 'sms') return close('suppressed', 'no number is confirmed');
  // Purchases and users are separate topics, so a purchase may arrive before its user.
  return { kind: 'postpone', reason: 'the recipient is not known yet' };
}

function close(state: DeliveryOutcome['state'], reason: string): SendDecision {
  return { kind: 'close', state, reason };
}
