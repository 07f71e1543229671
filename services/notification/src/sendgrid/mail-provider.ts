import type { SendOutcome } from '../sending/send-outcome.ts';

type Content = { subject: string; text: string; html: string; replyTo?: string };

type Envelope = {
  to: string;
  /** Comes back in the provider's events. */
  deliveryId: string;
  /** Of this mail alone, as List-Unsubscribe. */
  headers?: Record<string, string>;
};

export type Mail = Content & Envelope;

/** One content to many; each gets a mail of their own and sees nobody else. */
export type MailBatch = Content & {
  /** At most 1,000. `substitutions` replace `{{name}}` in subject, text and HTML. */
  recipients: (Envelope & { substitutions?: Record<string, string> })[];
};

export type BatchOutcome = SendOutcome & {
  /** The recipients, by their place, because of whom the whole batch was refused. */
  refusedAt?: number[];
  /** It was refused because of some recipient, and not said whom. */
  isCulpritHidden?: boolean;
};

export type MailProvider = {
  send(mail: Mail): Promise<SendOutcome>;
  sendBatch(batch: MailBatch): Promise<BatchOutcome>;
};
