import type { RequestClient, Twilio } from 'twilio';
import { classifyConnectionError, readRetryAfter, type SendOutcome } from './mail-provider.ts';

export type TextMessage = {
  /** E.164. */
  to: string;
  body: string;
  deliveryId: string;
};

export type TextProvider = { send(message: TextMessage): Promise<SendOutcome> };

export type TwilioOptions = {
  accountSid: string;
  authToken: string;
  from: string;
  apiUrl?: string | undefined;
  /** Receives Twilio's status callbacks; the delivery id is in its query. */
  statusUrl: string;
};

const TIMEOUT_MS = 15_000;

/** Sends with Twilio's API. Never rejects: returns the outcome. */
export function createTwilio(options: TwilioOptions): TextProvider {
  const { from, statusUrl } = options;
  let loading: Promise<Twilio> | undefined;
  return {
    async send({ to, body, deliveryId }) {
      try {
        loading ??= loadClient(options);
        const client = await loading;
        const statusCallback = `${statusUrl}?delivery=${encodeURIComponent(deliveryId)}`;
        const { sid } = await client.messages.create({ from, to, body, statusCallback });
        return { kind: 'sent', providerMessageId: sid };
      } catch (error) {
        return classify(error);
      }
    },
  };
}

/** Loads the SDK with the first message: its modules take time at start and memory. */
async function loadClient({ accountSid, authToken, apiUrl }: TwilioOptions): Promise<Twilio> {
  const { default: twilio } = await import('twilio');

  /** The SDK's error has no headers, so Retry-After would be lost. */
  class RequestClientWithHeaders extends twilio.RequestClient {
    override async request<Data>(request: Parameters<RequestClient['request']>[0]) {
      const response = await super.request<Data>(request as never);
      if (response.statusCode < 400) return response;
      const { code } = (response.body ?? {}) as { code?: unknown };
      throw Object.assign(new Error('refused by Twilio'), {
        status: response.statusCode,
        code: typeof code === 'number' ? code : null,
        headers: response.headers,
      });
    }
  }

  const client = twilio(accountSid, authToken, {
    httpClient: new RequestClientWithHeaders({ timeout: TIMEOUT_MS }),
  });
  if (apiUrl) client.api.baseUrl = apiUrl;
  return client;
}

/** Twilio's codes: https://www.twilio.com/docs/api/errors. The ledger stores the codes, not the messages, which may contain a number. */
const STOPPED = 21610;
const TOO_MANY = [20429, 14107, 63018];

export function classify(error: unknown): SendOutcome {
  const fault = error as { status?: unknown; code?: unknown; message?: string; headers?: Headers };
  const { status, code, headers } = fault;
  if (typeof status !== 'number') return classifyConnectionError(fault);
  const reason = `status ${status}${code ? `: ${code}` : ''}`;
  if (code === STOPPED) return { kind: 'suppressed', error: 'stop' };
  if (status === 429 || status >= 500 || TOO_MANY.includes(Number(code))) {
    return { kind: 'retry', error: reason, waitSeconds: readRetryAfter(headers?.['retry-after']) };
  }
  return { kind: 'refused', error: reason };
}

type Headers = Record<string, string | undefined>;
