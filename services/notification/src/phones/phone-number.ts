import { INVALID_PHONE } from '@cairn/contracts/http/alerts.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * A number as people write it, in E.164; without a country it is one of the USA. Throws where it
 * cannot be one. Whether it is in use only the provider knows: tables of valid numbers are always
 * behind.
 */
export function parsePhoneNumber(text: string): string {
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  if (!parsed?.isPossible() || parsed.ext) {
    throw new InvalidInputError(INVALID_PHONE, { phone: INVALID_PHONE });
  }
  return parsed.number;
}
