import sendgridClient from '@sendgrid/client';
import sendgridMail from '@sendgrid/mail';
import {
  type BatchOutcome,
  classifyConnectionError,
  type MailBatch,
  type MailProvider,
  readRetryAfter,
} from './mail-provider.ts';

// The packages' types declare only their default instances, not the exported classes.
const { Client } = sendgridClient as unknown as { Client: new () => typeof sendgridClient };
const { MailService } = sendgridMail as unknown as { MailService: new () => typeof sendgridMail };

export type SendGridOptions = { apiKey: string; apiUrl?: string | undefined; from: string };

const TIMEOUT_MS = 15_000;

/** Sends with SendGrid's v3 API. Never rejects: returns the outcome. */
export function createSendGrid({ apiKey, apiUrl, from }: SendGridOptions): MailProvider {
  const client = new Client();
  const service = new MailService();
  service.setClient(client);
  service.setApiKey(apiKey);
  service.setTimeout(TIMEOUT_MS);
  // After the key: setApiKey resets the base URL.
  if (apiUrl) client.setDefaultRequest('baseUrl', apiUrl);

  async function sendBatch({ recipients, ...content }: MailBatch): Promise<BatchOutcome> {
    try {
      const [response] = await service.send({
        from,
        ...content,
        personalizations: recipients.map(({ to, deliveryId, headers, substitutions }) => ({
          to,
          customArgs: { delivery_id: deliveryId },
          ...(headers ? { headers } : {}),
          ...(substitutions ? { substitutions } : {}),
        })),
        // A spam report suppresses one kind of mail in our own table; SendGrid would suppress all mail.
        mailSettings: { bypassSpamManagement: { enable: true } },
        // Links carry tokens and must stay unchanged; opens are not tracked for privacy.
        trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false } },
      });
      const answered = response.headers as Record<string, string | undefined>;
      return { kind: 'sent', providerMessageId: answered['x-message-id'] ?? null };
    } catch (error) {
      return classify(error);
    }
  }

  return {
    sendBatch,
    send: ({ to, deliveryId, headers, ...content }) =>
      sendBatch({ ...content, recipients: [{ to, deliveryId, ...(headers ? { headers } : {}) }] }),
  };
}

type ErrorResponse = { headers?: Record<string, string | undefined>; body?: unknown };

/** Classifies an error of SendGrid's client for the mails of the call. */
export function classify(error: unknown): BatchOutcome {
  const fault = error as { code?: unknown; message?: string; response?: ErrorResponse };
  const { code, response } = fault;
  if (typeof code !== 'number' || !response) return classifyConnectionError(fault);
  if (code === 429 || code >= 500) {
    return {
      kind: 'retry',
      error: `status ${code}`,
      waitSeconds: readWaitSeconds(response.headers),
    };
  }
  const fields = readFields(response.body);
  const reasons = fields.map((field) => field ?? 'request').join(', ') || 'no reason given';
  const refusedAt = code === 400 ? readRecipientIndexes(fields) : [];
  return {
    kind: 'refused',
    error: `status ${code}: ${reasons}`.slice(0, 300),
    ...(refusedAt.length > 0 ? { refusedAt } : {}),
    ...(code === 400 && fields.every(mayNameRecipient) ? { isCauseUnknown: true } : {}),
  };
}

/** SendGrid sends the Unix time when its limit resets; proxies in between send Retry-After. */
function readWaitSeconds(headers: ErrorResponse['headers'] = {}): number | null {
  const retryAfter = readRetryAfter(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset']);
  if (retryAfter !== null || !reset) return retryAfter;
  return Math.max(0, reset - Date.now() / 1000);
}

/** Field names only: the messages beside them may contain an address. */
function readFields(body: unknown): (string | null)[] {
  const errors = (body as { errors?: { field?: unknown }[] } | undefined)?.errors;
  if (!Array.isArray(errors)) return [];
  return errors.map(({ field }) => (typeof field === 'string' ? field : null));
}

/** True if some recipient may have caused the refusal; `subject`, `content` and `from` are the same for all. */
function mayNameRecipient(field: string | null): boolean {
  return field === null || field === 'personalizations';
}

function readRecipientIndexes(fields: (string | null)[]): number[] {
  const indexes = fields.map((field) => /^personalizations\.(\d+)(?:\.|$)/.exec(field ?? '')?.[1]);
  return [...new Set(indexes.filter((index) => index !== undefined).map(Number))];
}
