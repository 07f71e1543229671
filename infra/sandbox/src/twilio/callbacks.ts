import { createHmac } from 'node:crypto';
import type { OutgoingWebhook } from '../provider-webhooks/webhook-dispatcher.ts';
import { type AcceptedText, newSid } from './text-messages.ts';

export interface TwilioKeys {
  accountSid: string;
  authToken: string;
}

interface CallbackOptions {
  keys: TwilioKeys;
  /** The URL configured at Twilio; signatures cover URLs that start with it. */
  publicUrl: string;
  /** The address at which the sandbox reaches that URL. */
  gatewayUrl: string;
  post: (webhook: OutgoingWebhook) => Promise<number | string>;
}

const API_VERSION = '2010-04-01';

/** Twilio's webhooks: message status and incoming replies. */
export class TwilioCallbacks {
  readonly #options: CallbackOptions;

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** Sends the statuses `sent` and then `delivered`. */
  sendDeliveryStatus(message: AcceptedText, url: string): void {
    void this.#sendStatus(message, url, 'sent').then(() =>
      this.#sendStatus(message, url, 'delivered'),
    );
  }

  /** Sends an incoming message from the phone `from` to the number `to`. */
  async sendReply(from: string, to: string, body: string): Promise<number | string> {
    const sid = newSid('SM');
    return await this.#send('message', `${this.#options.publicUrl}/api/webhooks/twilio`, {
      AccountSid: this.#options.keys.accountSid,
      ApiVersion: API_VERSION,
      Body: body,
      From: from,
      MessageSid: sid,
      NumMedia: '0',
      NumSegments: '1',
      SmsMessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      To: to,
    });
  }

  async #sendStatus(message: AcceptedText, url: string, status: string): Promise<number | string> {
    return await this.#send(status, url, {
      AccountSid: this.#options.keys.accountSid,
      ApiVersion: API_VERSION,
      From: message.from,
      MessageSid: message.sid,
      MessageStatus: status,
      SmsSid: message.sid,
      SmsStatus: status,
      To: message.to,
    });
  }

  #send(type: string, url: string, form: Record<string, string>): Promise<number | string> {
    const { publicUrl, gatewayUrl, keys } = this.#options;
    const isOwnUrl = url.startsWith(`${publicUrl}/`);
    return this.#options.post({
      provider: 'twilio',
      type,
      url: isOwnUrl ? gatewayUrl + url.slice(publicUrl.length) : url,
      makeBody: () => ({
        body: new URLSearchParams(form).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'user-agent': 'TwilioProxy/1.1',
          'x-twilio-signature': signForm(url, form, keys.authToken),
        },
      }),
    });
  }
}

/** https://www.twilio.com/docs/usage/security#validating-requests */
function signForm(url: string, form: Record<string, string>, authToken: string): string {
  const written = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  return createHmac('sha1', authToken)
    .update([url, ...written].join(''))
    .digest('base64');
}
