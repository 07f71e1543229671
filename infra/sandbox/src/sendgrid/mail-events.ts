import { sign } from 'node:crypto';
import { newId, nowInSeconds } from '../ids.ts';
import type { Message } from '../inbox/messages.ts';
import type { OutgoingWebhook } from '../provider-webhooks/webhook-dispatcher.ts';

interface MailEventOptions {
  url: string;
  /** PEM, P-256. */
  privateKey: string;
  post: (webhook: OutgoingWebhook) => Promise<number | string>;
}

const COLLECT_MS = 200;
const MAX_BATCH = 1000;

const FACTS = {
  processed: {},
  delivered: { response: '250 OK' },
  bounce: {
    type: 'bounce',
    status: '5.1.1',
    reason: '550 5.1.1 The email account that you tried to reach does not exist.',
  },
  spamreport: {},
} as const;

type Kind = keyof typeof FACTS;
type MailEvent = Record<string, unknown>;

/** SendGrid's Event Webhook: signed batches of mail events. */
export class MailEvents {
  readonly #options: MailEventOptions;
  #collected: MailEvent[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MailEventOptions) {
    this.#options = options;
  }

  /** Queues `processed` and `delivered` for the next batch. */
  queueDelivered(messages: readonly Message[]): void {
    for (const message of messages) {
      for (const address of message.to.split(', ')) {
        this.#collected.push(
          mailEvent('processed', message, address),
          mailEvent('delivered', message, address),
        );
      }
    }
    this.#timer ??= setTimeout(() => this.#flush(), COLLECT_MS);
  }

  /** Sends at once; resolves with the HTTP status or error name. */
  async send(kind: Kind, message: Message): Promise<number | string> {
    const events = message.to.split(', ').map((address) => mailEvent(kind, message, address));
    return await this.#send(kind, events);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    while (this.#collected.length > 0) {
      void this.#send('delivered', this.#collected.splice(0, MAX_BATCH));
    }
  }

  #send(type: Kind, events: MailEvent[]): Promise<number | string> {
    // SendGrid writes one line per event and signs exactly these bytes.
    const body = `[${events.map((event) => JSON.stringify(event)).join(',\r\n')}]\r\n`;
    return this.#options.post({
      provider: 'sendgrid',
      type,
      url: this.#options.url,
      makeBody: () => ({ body, headers: this.#headers(body) }),
    });
  }

  #headers(body: string): Record<string, string> {
    const timestamp = String(nowInSeconds());
    const signature = sign('sha256', Buffer.from(timestamp + body), this.#options.privateKey);
    return {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'SendGrid Event API',
      'x-twilio-email-event-webhook-signature': signature.toString('base64'),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    };
  }
}

function mailEvent(kind: Kind, message: Message, address: string): MailEvent {
  return {
    ...message.customArgs,
    email: address,
    timestamp: nowInSeconds(),
    'smtp-id': message.headers['Message-ID'],
    event: kind,
    category: message.categories,
    sg_event_id: newId('', 22),
    sg_message_id: `${message.providerId}.recvd-sandbox-1`,
    ...FACTS[kind],
  };
}
