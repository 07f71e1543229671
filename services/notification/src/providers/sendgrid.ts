import sendgridClient from '@sendgrid/client';
import sendgridMail from '@sendgrid/mail';
import { classify } from './classify.ts';
import type { BatchOutcome, MailBatch, MailProvider } from './mail-provider.ts';

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
