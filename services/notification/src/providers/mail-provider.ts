/** The outcome of a call to a provider. */
export type SendOutcome =
  | { kind: 'sent'; providerMessageId: string | null }
  /** Permanently refused. */
  | { kind: 'refused'; error: string }
  /** The number has sent STOP. */
  | { kind: 'suppressed'; error: string }
  /** Not accepted now; `waitSeconds` is the provider's Retry-After. */
  | { kind: 'retry'; error: string; waitSeconds: number | null }
  /** The request was sent, but no response arrived. */
  | { kind: 'unknown'; error: string };

/** Connection errors after which the request was certainly not sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Classifies a call without a response. */
export function classifyConnectionError(error: { code?: unknown; message?: string }): SendOutcome {
  const { code, message } = error;
  if (typeof code === 'string' && NEVER_SENT.has(code)) {
    return { kind: 'retry', error: code, waitSeconds: null };
  }
  return { kind: 'unknown', error: String(code ?? message) };
}

/** Parses the header `Retry-After`, seconds or a date; null if missing or invalid. */
export function readRetryAfter(value: string | undefined): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

type Content = { subject: string; text: string; html: string; replyTo?: string };

type Envelope = {
  to: string;
  /** The provider returns it in its webhook events. */
  deliveryId: string;
  /** Headers of this mail alone, such as List-Unsubscribe. */
  headers?: Record<string, string>;
};

export type Mail = Content & Envelope;

/** One content for many recipients; each gets a separate mail without the other addresses. */
export type MailBatch = Content & {
  /** At most 1,000. `substitutions` replace `{{name}}` in subject, text and HTML. */
  recipients: (Envelope & { substitutions?: Record<string, string> })[];
};

export type BatchOutcome = SendOutcome & {
  /** Indexes of the recipients that caused the refusal of the whole batch. */
  refusedAt?: number[];
  /** Some recipient caused the refusal, but the response does not say which. */
  isCauseUnknown?: boolean;
};

export type MailProvider = {
  send(mail: Mail): Promise<SendOutcome>;
  sendBatch(batch: MailBatch): Promise<BatchOutcome>;
};
