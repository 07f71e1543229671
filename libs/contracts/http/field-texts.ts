import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Names of fields whose own name does not read well. Others are derived: `price_amount`. */
const NAMES: Record<string, string> = {
  productId: 'The hunt',
  product_id: 'The hunt',
  productType: 'The product type',
  paymentIntentId: 'The payment reference',
  shownPrice: 'The price shown',
  claimKey: 'The claim key',
  claimSecret: 'The secret',
  publish_at: 'The time of publication',
  hidden_at: 'The time of hiding',
  is_admin: 'The admin role',
  email_verified: 'The verification of the email address',
  lat: 'The latitude',
  lng: 'The longitude',
  radius_m: 'The radius in metres',
  src: 'The address of the image',
  alt: 'The description of the image',
  to: 'The recipient',
  body_html: 'The text',
  phrase: 'The phrase',
  expectRowCount: 'The expected number of rows',
  expectCount: 'The expected number of recipients',
  dryRun: 'The dry run',
  explain: 'The choice of a plan',
  id: 'The id',
};

/**
 * The text for people of an issue whose schema has no text of its own. Passed as `error` to
 * `safeParse`, so that no text of the schema library reaches an answer or a form.
 */
export function describeIssue(issue: Issue): string {
  const name = nameOf(issue.path ?? []);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} must be ${typeText(issue)}`;
    case 'too_small':
      return limitText(name, issue.origin, Number(issue.minimum), 'at least');
    case 'too_big':
      return limitText(name, issue.origin, Number(issue.maximum), 'at most');
    case 'not_multiple_of':
      return `${name} can have two decimals at most`;
    case 'invalid_format':
      return `${name} ${FORMATS[issue.format] ?? 'is not valid'}`;
    case 'invalid_value':
      return `${name} must be ${issue.values.map(String).filter(Boolean).join(' or ')}`;
    default:
      return `${name} is not valid`;
  }
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function typeText({ expected, format }: { expected: string; format?: unknown }): string {
  return TYPES[format === 'safeint' ? 'int' : expected] ?? 'of another kind';
}

const FORMATS: Record<string, string> = {
  datetime: 'must be a time in UTC, such as 2026-01-31T18:00:00Z',
  date: 'must be a day, such as 2026-01-31',
  email: 'must be an email address',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

function limitText(name: string, origin: string, limit: number, which: string): string {
  if (origin === 'string' && which === 'at least' && limit === 1) return `${name} is required`;
  const unit = UNITS[origin];
  return unit
    ? `${name} must have ${which} ${limit.toLocaleString('en-US')}${unit}`
    : `${name} must be ${which} ${limit.toLocaleString('en-US')}`;
}

/** `price_amount` and `priceAmount` become `Price amount`; an entry of a list has the list's name. */
function nameOf(path: readonly PropertyKey[]): string {
  const field = path.findLast((part) => typeof part === 'string');
  if (field === undefined) return 'The request';
  if (Object.hasOwn(NAMES, field)) return NAMES[field] ?? field;
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
