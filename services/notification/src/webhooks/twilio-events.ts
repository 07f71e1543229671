import type { NewWebhookEvent } from './webhook-events.store.ts';

/** Twilio's own opt-out keywords, https://help.twilio.com/articles/223134027 */
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START_WORDS = ['START', 'YES', 'UNSTOP'];
/** Twilio refuses a number that has sent STOP. */
const STOPPED_CODE = '21610';

export type TwilioEvent = {
  row: NewWebhookEvent;
  /** Whether the number opts out or in. */
  intent: 'stop' | 'start' | null;
  number: string;
};

/** `form` has each name once. `deliveryId` comes from the query of our status callback URL. */
export function readTwilioEvent(
  form: Readonly<Record<string, string>>,
  deliveryId: string | null,
): TwilioEvent | null {
  const id = form['MessageSid'] ?? form['SmsSid'] ?? '';
  if (!/^[A-Z]{2}[0-9a-f]{32}$/i.test(id)) return null;
  const status = form['MessageStatus'];
  return status ? readStatus(form, { id, status, deliveryId }) : readMessage(form, id);
}

function readMessage(form: Readonly<Record<string, string>>, id: string): TwilioEvent {
  const intent = intentOf(form['OptOutType'] ?? form['Body'] ?? '');
  return {
    // The text of incoming messages is not stored.
    row: row({ eventId: id, kind: intent ?? 'received', deliveryId: null, detail: null }),
    intent,
    number: form['From'] ?? '',
  };
}

function readStatus(
  form: Readonly<Record<string, string>>,
  { id, status, deliveryId }: { id: string; status: string; deliveryId: string | null },
): TwilioEvent {
  const error = form['ErrorCode'];
  const detail = error && /^\d{1,6}$/.test(error) && error !== '0' ? `error ${error}` : null;
  return {
    row: row({
      eventId: `${id}:${status}`.slice(0, 100),
      kind: status.slice(0, 60),
      deliveryId,
      detail,
    }),
    intent: error === STOPPED_CODE ? 'stop' : null,
    number: form['To'] ?? '',
  };
}

function intentOf(text: string): TwilioEvent['intent'] {
  const word = text
    .trim()
    .replace(/[.!]+$/, '')
    .toUpperCase();
  if (STOP_WORDS.includes(word)) return 'stop';
  return START_WORDS.includes(word) ? 'start' : null;
}

function row(event: Omit<NewWebhookEvent, 'provider' | 'happenedAt'>): NewWebhookEvent {
  return { provider: 'twilio', happenedAt: new Date(), ...event };
}
