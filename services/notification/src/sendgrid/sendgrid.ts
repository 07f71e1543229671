import sendgridClient from '@sendgrid/client';
import sendgridMail from '@sendgrid/mail';

// The packages' types describe their ready-made instances only, not the classes beside them.
const { Client } = sendgridClient as unknown as { Client: new () => typeof sendgridClient };
const { MailService } = sendgridMail as unknown as { MailService: new () => typeof sendgridMail };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Comes back in the provider's events. */
  deliveryId: string;
};

/** What became of a call to the provider. */
export type SendOutcome =
  | { kind: 'sent'; providerMessageId: string | null }
  /** It said no, and would say no again. */
  | { kind: 'refused'; error: string }
  /** It did not take the mail, and may later. */
  | { kind: 'later'; error: string; waitSeconds: number | null }
  /** The call went out and no answer came back. */
  | { kind: 'unknown'; error: string };

export type MailProvider = { send(mail: Mail): Promise<SendOutcome> };

export type SendGridOptions = { apiKey: string; apiUrl?: string | undefined; from: string };

const TIMEOUT_MS = 15_000;

/** Sends by SendGrid's v3 API. Never rejects: what happened is the answer. */
export function createSendGrid({ apiKey, apiUrl, from }: SendGridOptions): MailProvider {
  const client = new Client();
  const service = new MailService();
  service.setClient(client);
  service.setApiKey(apiKey);
  service.setTimeout(TIMEOUT_MS);
  // After the key, since setting that sets the address of SendGrid itself.
  if (apiUrl) client.setDefaultRequest('baseUrl', apiUrl);
  return {
    async send({ to, subject, text, html, deliveryId }) {
      try {
        const [response] = await service.send({
          from,
          to,
          subject,
          text,
          html,
          customArgs: { delivery_id: deliveryId },
          // Links carry tokens: they go to our own host, unchanged, and opening is nobody's business.
          trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false } },
        });
        const headers = response.headers as Record<string, string | undefined>;
        return { kind: 'sent', providerMessageId: headers['x-message-id'] ?? null };
      } catch (error) {
        return classify(error);
      }
    },
  };
}

/** Errors of a connection that never carried the request. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export function classify(error: unknown): SendOutcome {
  const { code, message, response } = error as {
    code?: unknown;
    message?: string;
    response?: { headers?: Record<string, string | undefined>; body?: unknown };
  };
  if (typeof code === 'string' && NEVER_SENT.has(code)) {
    return { kind: 'later', error: code, waitSeconds: null };
  }
  if (typeof code !== 'number' || !response) {
    return { kind: 'unknown', error: String(code ?? message) };
  }
  if (code === 429 || code >= 500) {
    const waitSeconds = readRetryAfter(response.headers?.['retry-after']);
    return { kind: 'later', error: `status ${code}`, waitSeconds };
  }
  return { kind: 'refused', error: `status ${code}: ${readReasons(response.body)}` };
}

function readRetryAfter(value: string | undefined): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** The fields that were refused; the texts beside them may repeat an address. */
function readReasons(body: unknown): string {
  const errors = (body as { errors?: { field?: unknown }[] } | undefined)?.errors;
  if (!Array.isArray(errors)) return 'no reason given';
  return errors.map(({ field }) => String(field ?? 'request')).join(', ');
}
