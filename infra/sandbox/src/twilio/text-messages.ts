import { randomBytes } from 'node:crypto';
import { newId } from '../ids.ts';
import type { Message } from '../inbox/messages.ts';

export interface TextParams {
  to: string;
  from: string;
  body: string;
}

export interface AcceptedText extends TextParams {
  sid: string;
  at: Date;
}

export function acceptText(params: TextParams): AcceptedText {
  return { ...params, sid: newSid('SM'), at: new Date() };
}

export function newSid(prefix: 'SM'): string {
  return prefix + randomBytes(16).toString('hex');
}

/** The response of Twilio to the call that created the message. */
export function textResource({ sid, to, from, body, at }: AcceptedText, accountSid: string) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body,
    date_created: at.toUTCString(),
    date_sent: null,
    date_updated: at.toUTCString(),
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(segments(body)),
    price: null,
    price_unit: 'USD',
    sid,
    status: 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  };
}

export function inboxMessage({ sid, to, from, body, at }: AcceptedText): Message {
  return {
    id: newId('sm_', 20),
    channel: 'sms',
    to,
    from,
    subject: '',
    text: body,
    html: '',
    headers: { From: from, To: to, Segments: String(segments(body)) },
    customArgs: {},
    categories: [],
    providerId: sid,
    at: at.toISOString(),
  };
}

const BASIC =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
/** Characters that count twice. */
const EXTENDED = /[\^{}\\[~\]|€]/g;

/** GSM 03.38: 160 characters in one segment, 153 in each of several; 70 and 67 in UCS-2. */
export function segments(body: string): number {
  const isBasic = BASIC.test(body);
  const length = body.length + (isBasic ? (body.match(EXTENDED)?.length ?? 0) : 0);
  const [single, many] = isBasic ? [160, 153] : [70, 67];
  return length <= single ? 1 : Math.ceil(length / many);
}
