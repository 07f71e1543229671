import { INVALID_PHONE } from '@cairn/contracts/http/alerts.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import {
  type CountryCode,
  type NumberType,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** The numbers that text messages may go to; others are costly and used for fraud. */
export type AllowedNumbers = {
  countries: readonly CountryCode[];
  types: readonly NonNullable<NumberType>[];
};

/**
 * Parses a number as people write it, without a country as one of the USA, and returns it in E.164.
 * Throws 400 for what is not a number and for a country or type that is not allowed.
 */
export function parsePhoneNumber(text: string, allowed: AllowedNumbers): string {
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  if (!parsed?.isPossible() || parsed.ext) throw refused(INVALID_PHONE);
  if (!isAllowed(parsed, allowed)) throw refused(describe(allowed));
  return parsed.number;
}

/** `number` is in E.164. */
export function isAllowedNumber(number: string, allowed: AllowedNumbers): boolean {
  const parsed = parsePhoneNumberFromString(number);
  return parsed !== undefined && isAllowed(parsed, allowed);
}

/** A number in no known range has no country and no type. */
function isAllowed(number: PhoneNumber, { countries, types }: AllowedNumbers): boolean {
  const type = number.getType();
  return number.country !== undefined && type !== undefined
    ? countries.includes(number.country) && types.includes(type)
    : false;
}

function describe({ countries }: AllowedNumbers): string {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const list = countries.map((country) => names.of(country) ?? country).join(', ');
  return `We can send text messages only to mobile numbers of these countries: ${list}.`;
}

function refused(text: string): InvalidInputError {
  return new InvalidInputError(text, { phone: text });
}
