import type { SendOutcome } from './send-outcome.ts';

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
