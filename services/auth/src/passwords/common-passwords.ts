import { PASSWORD_MIN } from '@cairn/contracts/http/accounts.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

const REJECTED_COUNT = 3_000;

/** Most common first, without those that the minimum length rejects anyway. */
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, REJECTED_COUNT),
);

const TOO_COMMON =
  'This password is one of the most common ones, and easy to guess. Please choose another one.';

/** Rejects common passwords in any case: guessing starts with them. `field` is the input to report. */
export function rejectCommonPassword(password: string, field: 'password' | 'newPassword'): void {
  if (!common.has(password.toLowerCase())) return;
  throw new InvalidInputError(TOO_COMMON, { [field]: TOO_COMMON });
}
