import type { NewWebhookEvent } from './webhook-events.store.ts';

/** The words that Twilio itself obeys, https://help.twilio.com/articles/223134027 */
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START_WORDS = ['START', 'YES', 'UNSTOP'];
/** Twilio refuses a number that has sent STOP. */
const STOPPED_CODE = '21610';

export type TwilioEvent = {
  row: NewWebhookEvent;
  /** What it means for the number that it is about. */
  wish: 'stop' | 'start' | null;
  number: string;
};

/** The parameters of a form, each name once. `deliveryId` is what we asked it to tell us again. */
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
  const wish = wishOf(form['OptOutType'] ?? form['Body'] ?? '');
  return {
    // What people write to us is not kept: nobody reads it.
    row: row({ eventId: id, kind: wish ?? 'received', deliveryId: null, detail: null }),
    wish,
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
    wish: error === STOPPED_CODE ? 'stop' : null,
    number: form['To'] ?? '',
  };
}

function wishOf(text: string): TwilioEvent['wish'] {
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
