import type { WebhookPost } from '../provider-webhooks/post-office.ts';
import type { TwilioKeys } from './keys.ts';
import { type AcceptedText, newSid } from './text-messages.ts';
import { signForm } from './twilio-signature.ts';

interface CallbackOptions {
  keys: TwilioKeys;
  /** Where we are known to Twilio; what it signs begins with it. */
  publicUrl: string;
  /** Where that is reached from here. */
  gatewayUrl: string;
  post: (webhook: WebhookPost) => Promise<number | string>;
}

const API_VERSION = '2010-04-01';

/** Twilio's calls to us: what became of a text message, and what was texted back. */
export class TwilioCallbacks {
  readonly #options: CallbackOptions;

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** The usual course: handed over, then on the phone. */
  tellSent(message: AcceptedText, url: string): void {
    void this.#tellStatus(message, url, 'sent').then(() =>
      this.#tellStatus(message, url, 'delivered'),
    );
  }

  /** A person with the phone `from` answers the number `to`. */
  async tellReply(from: string, to: string, body: string): Promise<number | string> {
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

  async #tellStatus(message: AcceptedText, url: string, status: string): Promise<number | string> {
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
    const isOurs = url.startsWith(`${publicUrl}/`);
    return this.#options.post({
      provider: 'twilio',
      type,
      url: isOurs ? gatewayUrl + url.slice(publicUrl.length) : url,
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
