import { newId } from '../ids.ts';
import type { Message } from '../inbox/messages.ts';
import type { Address, MailParams, Personalization } from './mail-params.ts';

/** One message per personalization; its recipients see each other, as at SendGrid. */
export function messagesOf(mail: MailParams, providerId: string): Message[] {
  return (mail.personalizations ?? []).map((entry) => messageOf(mail, entry, providerId));
}

function messageOf(mail: MailParams, entry: Personalization, providerId: string): Message {
  const id = newId('em_', 20);
  const fill = (text: string) => substitute(text, entry.substitutions ?? {});
  const subject = fill(entry.subject ?? mail.subject ?? '');
  const recipients = [...(entry.to ?? []), ...(entry.cc ?? []), ...(entry.bcc ?? [])];
  const at = new Date();
  return {
    id,
    channel: 'email',
    to: recipients.map(({ email }) => email).join(', '),
    from: mail.from?.email ?? '',
    subject,
    text: fill(partOf(mail, 'text/plain')),
    html: fill(partOf(mail, 'text/html')),
    headers: {
      ...(mail.from ? { From: written(mail.from) } : {}),
      To: (entry.to ?? []).map(written).join(', '),
      ...(entry.cc?.length ? { Cc: entry.cc.map(written).join(', ') } : {}),
      ...(mail.reply_to ? { 'Reply-To': written(mail.reply_to) } : {}),
      Subject: subject,
      Date: at.toUTCString(),
      'Message-ID': `<${id}@sandbox>`,
      ...mail.headers,
      ...entry.headers,
    },
    customArgs: { ...mail.custom_args, ...entry.custom_args },
    categories: mail.categories ?? [],
    providerId,
    at: at.toISOString(),
  };
}

/** Replaces every occurrence of each tag in subject and content, without escaping. */
function substitute(text: string, substitutions: Record<string, string>): string {
  return Object.entries(substitutions).reduce(
    (filled, [tag, value]) => filled.replaceAll(tag, () => value),
    text,
  );
}

function partOf(mail: MailParams, type: string): string {
  return mail.content?.find((part) => part.type === type)?.value ?? '';
}

function written({ name, email }: Address): string {
  return name ? `${name} <${email}>` : email;
}
