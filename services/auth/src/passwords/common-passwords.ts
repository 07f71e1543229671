import { PASSWORD_MIN } from '@cairn/contracts/http/accounts.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

const REFUSED = 3_000;

/** The commonest first; those that are too short anyway do not count. */
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, REFUSED),
);

const TOO_COMMON =
  'This password is one of the most common ones, and easy to guess. Please choose another one.';

/** Whoever guesses begins with these, in capitals, too. `field` is where it was typed. */
export function refuseCommon(password: string, field: 'password' | 'newPassword'): void {
  if (!common.has(password.toLowerCase())) return;
  throw new InvalidInputError(TOO_COMMON, { [field]: TOO_COMMON });
}
