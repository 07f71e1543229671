import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SuppressionCause } from '../suppressions/suppression.ts';
import type { NewWebhookEvent } from './webhook-events.store.ts';

const text = z.string().max(2_000).optional().catch(undefined);

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const event = z.looseObject({
  event: z.string().min(1).max(60),
  email: z.string().max(320).optional().catch(undefined),
  timestamp: z.number().int().positive().max(100_000_000_000).optional().catch(undefined),
  sg_event_id: z.string().min(1).max(200).optional().catch(undefined),
  type: text,
  reason: text,
  /** Our custom argument of the mail. */
  delivery_id: z.uuid().optional().catch(undefined),
});

export type SendGridEvent = {
  row: NewWebhookEvent;
  email: string | null;
  /** The suppression that this event causes, if any. */
  cause: SuppressionCause | null;
};

/** Null for invalid input. */
export function readSendGridEvent(input: unknown): SendGridEvent | null {
  const parsed = event.safeParse(input);
  if (!parsed.success) return null;
  const { event: name, email = null, type, reason } = parsed.data;
  const isBlocked = name === 'bounce' && type === 'blocked';
  return {
    row: {
      provider: 'sendgrid',
      eventId: parsed.data.sg_event_id ?? hashOf(input),
      kind: isBlocked ? 'blocked' : name.replaceAll('\0', ''),
      deliveryId: parsed.data.delivery_id ?? null,
      detail: reason ? withoutAddresses(reason) : null,
      happenedAt: endOfSecond(parsed.data.timestamp),
    },
    email,
    cause: isBlocked ? null : causeOf(name, reason ?? ''),
  };
}

/** SendGrid's timestamps are whole seconds; rounded up, so that an event does not precede our call in the history. */
function endOfSecond(timestamp: number | undefined): Date {
  const now = Date.now();
  return new Date(timestamp === undefined ? now : Math.min(now, timestamp * 1_000 + 999));
}

function causeOf(name: string, reason: string): SuppressionCause | null {
  switch (name) {
    case 'bounce':
      return 'bounce';
    case 'spamreport':
      return 'spam';
    case 'unsubscribe':
    case 'group_unsubscribe':
      return 'unsubscribe';
    case 'dropped':
      return causeOfDrop(reason);
    default:
      return null;
  }
}

/**
 * SendGrid gives the reason as text. Drops because of its own spam reports, which have no message kinds,
 * or because of the content of one mail do not suppress the address.
 */
function causeOfDrop(reason: string): SuppressionCause | null {
  if (/unsubscribed/i.test(reason)) return 'unsubscribe';
  if (/spam report|spam content|quota|smtpapi/i.test(reason)) return null;
  return 'drop';
}

function hashOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}

const MAX_LENGTH = 500;

/** Removes addresses from a provider's message before it is stored: mail servers repeat the refused address. */
function withoutAddresses(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[^\s<>"'(),:;[\]]+@[^\s<>"'(),:;[\]]+/g, '…')
    .slice(0, MAX_LENGTH);
}
