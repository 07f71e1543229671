import type { Address, MailParams, Personalization } from './mail-params.ts';

export interface SendGridError {
  message: string;
  field: string | null;
  help: string | null;
}

const HELP = 'http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html#message';
const MAXIMUM_PERSONALIZATIONS = 1000;
const RESERVED_HEADERS = new Set([
  ...['to', 'cc', 'bcc', 'from', 'reply-to', 'subject', 'received', 'dkim-signature'],
  ...['content-type', 'content-transfer-encoding', 'x-sg-id', 'x-sg-eid'],
]);
/** The lists of recipients. */
const LISTS = ['to', 'cc', 'bcc'] as const;

/** The errors that SendGrid would return with 400; empty if the mail is valid. */
export function checkMail(mail: MailParams): SendGridError[] {
  const personalizations = mail.personalizations ?? [];
  return [
    ...checkCount(personalizations.length),
    ...personalizations.flatMap((entry, index) =>
      checkPersonalization(entry, `personalizations.${index}`),
    ),
    ...checkFrom(mail.from),
    ...checkSubject(mail),
    ...checkContent(mail.content ?? []),
    ...checkHeaders(mail.headers, 'headers'),
  ];
}

export function refusal(message: string, field: string | null, help?: string): SendGridError {
  return { message, field, help: help ? `${HELP}.${help}` : null };
}

function checkCount(count: number): SendGridError[] {
  const field = 'personalizations';
  if (count === 0) return [refusal(PERSONALIZATION_REQUIRED, field, field)];
  return count > MAXIMUM_PERSONALIZATIONS ? [refusal(TOO_MANY, field, field)] : [];
}

function checkPersonalization(entry: Personalization, field: string): SendGridError[] {
  const hasRecipient = (entry.to ?? []).length > 0;
  return [
    ...(hasRecipient ? [] : [refusal(TO_REQUIRED, `${field}.to`, 'personalizations.to')]),
    ...LISTS.flatMap((list) => checkAddresses(entry[list] ?? [], `${field}.${list}`)),
    ...checkDuplicates(entry, field),
    ...checkHeaders(entry.headers, `${field}.headers`),
  ];
}

function checkAddresses(addresses: Address[], field: string): SendGridError[] {
  const text = 'Does not contain a valid address.';
  return addresses.flatMap(({ email }, index) =>
    isAddress(email) ? [] : [refusal(text, `${field}.${index}.email`, 'personalizations.to')],
  );
}

function checkDuplicates(entry: Personalization, field: string): SendGridError[] {
  const seen = new Set<string>();
  for (const list of LISTS) {
    for (const { email } of entry[list] ?? []) {
      const address = email.trim().toLowerCase();
      const text = `${DUPLICATE} [${email}] in the ${field}.${list} field.`;
      if (seen.has(address)) return [refusal(text, field, 'recipient-errors')];
      seen.add(address);
    }
  }
  return [];
}

function checkFrom(from: Address | undefined): SendGridError[] {
  if (!from?.email) return [refusal(FROM_REQUIRED, 'from.email', 'from')];
  return isAddress(from.email)
    ? []
    : [refusal('The from email does not contain a valid address.', 'from.email', 'from')];
}

function checkSubject(mail: MailParams): SendGridError[] {
  const everyOneHasIts = (mail.personalizations ?? []).every((entry) => entry.subject);
  if (mail.subject || (mail.personalizations?.length && everyOneHasIts)) return [];
  return [refusal(SUBJECT_REQUIRED, 'subject', 'subject')];
}

function checkContent(content: NonNullable<MailParams['content']>): SendGridError[] {
  if (content.length === 0) return [refusal(CONTENT_REQUIRED, 'content', 'content')];
  const empty = content.findIndex((part) => part.value === '');
  if (empty >= 0) return [refusal(CONTENT_EMPTY, `content.${empty}.value`, 'content.value')];
  const types = content.map((part) => part.type);
  const plain = types.indexOf('text/plain');
  const html = types.indexOf('text/html');
  if (plain > 0 || html > 1 || (html === 1 && plain !== 0)) {
    return [refusal(CONTENT_ORDER, 'content', 'content')];
  }
  return [];
}

function checkHeaders(headers: Record<string, string> | undefined, field: string): SendGridError[] {
  return Object.keys(headers ?? {})
    .filter((name) => RESERVED_HEADERS.has(name.toLowerCase()))
    .map((name) =>
      refusal(`The header '${name}' is reserved and cannot be set.`, `${field}.${name}`, 'headers'),
    );
}

function isAddress(email: string): boolean {
  return /^[^\s@<>,"]+@[^\s@<>,"]+\.[^\s@<>,".]+$/.test(email) && email.length <= 320;
}

const PERSONALIZATION_REQUIRED =
  'The personalizations field is required and must have at least one personalization.';
const TOO_MANY = `The personalizations field cannot have more than ${MAXIMUM_PERSONALIZATIONS} personalizations.`;
const DUPLICATE =
  'Each email address in the personalization block should be unique between to, cc, and bcc. ' +
  'We found the first duplicate instance of';
const CONTENT_EMPTY = 'The content value must be a string at least one character in length.';
const TO_REQUIRED =
  'The to array is required for all personalization objects, and must have at least one email ' +
  'object with a valid email address.';
const FROM_REQUIRED =
  'The from object must be provided for every email send. It is an object that requires the email ' +
  'parameter, but may also contain a name parameter.  e.g. {"email" : "example@example.com"}  or ' +
  '{"email" : "example@example.com", "name" : "Example Recipient"}.';
const SUBJECT_REQUIRED =
  'The subject is required. You can get around this requirement if you use a template with a ' +
  'subject defined or if every personalization has a subject defined.';
const CONTENT_REQUIRED =
  'Unless a valid template_id is provided, the content parameter is required. There must be at ' +
  'least one defined content block. We typically suggest both text/plain and text/html blocks are ' +
  'included, but only one block is required.';
const CONTENT_ORDER =
  'If present, text/plain and text/html may only be provided once, and the text/plain content must ' +
  'be first, followed by text/html, followed by any other content.';
