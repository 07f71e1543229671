import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Private texts that the tests of one run sent and received, as JSON lines; no log may contain them. */
const NAME = 'used.jsonl';

/** Fields of responses that only the recipient may see. */
const SECRET_FIELDS = [
  ...['token', 'code', 'claimKey', 'claimSecret', 'clientSecret', 'client_secret'],
  ...['treasure_code', 'treasureCode', 'phrase'],
];
/** Fields that users type, including personal data. */
const PRIVATE_FIELDS = [
  ...['email', 'to', 'password', 'currentPassword', 'newPassword', 'phone', 'name'],
  ...['first_name', 'last_name', 'firstName', 'lastName', 'message', 'note', 'reason'],
  ...['subject', 'content', 'body_html', 'sql', 'card[number]', 'card[cvc]'],
];
const OF_ANSWERS = new Set(SECRET_FIELDS);
const OF_REQUESTS = new Set([...SECRET_FIELDS, ...PRIVATE_FIELDS]);

/** Records sent data for the end of the run; does nothing outside `npm test`. */
export function noteSent(body: unknown): void {
  note(textsOf(body, OF_REQUESTS));
}

/** Records the secrets of a response; its other texts are not private. */
export function noteAnswered(body: unknown): void {
  note(textsOf(body, OF_ANSWERS));
}

/** The fields of a request body, JSON or form. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

export function readUsed(folder: string): string[] {
  const file = join(folder, NAME);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return [...new Set(lines.flatMap((line) => JSON.parse(line) as string[]))];
}

function note(texts: string[]): void {
  const folder = process.env['TEST_STATE_DIRECTORY'];
  if (!folder || texts.length === 0) return;
  try {
    appendFileSync(join(folder, NAME), `${JSON.stringify(texts)}\n`);
  } catch {
    // The folder exists only while a stack runs.
  }
}

function textsOf(value: unknown, fields: ReadonlySet<string>, field = ''): string[] {
  if (typeof value === 'string') return fields.has(field) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, fields, field));
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, fields, name));
}
