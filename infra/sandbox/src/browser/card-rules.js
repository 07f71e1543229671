const RANGES = [
  { brand: 'amex', pattern: /^3[47]/, length: 15, cvcLength: 4 },
  { brand: 'diners', pattern: /^3(0[0-5]|[689])/, length: 16, shortest: 14, cvcLength: 3 },
  { brand: 'jcb', pattern: /^35/, length: 16, cvcLength: 3 },
  {
    brand: 'mastercard',
    pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    length: 16,
    cvcLength: 3,
  },
  { brand: 'discover', pattern: /^(6011|64[4-9]|65)/, length: 16, cvcLength: 3 },
  { brand: 'unionpay', pattern: /^62/, length: 19, shortest: 16, cvcLength: 3 },
  { brand: 'visa', pattern: /^4/, length: 16, cvcLength: 3 },
];
const UNKNOWN = { brand: 'unknown', length: 16, cvcLength: 3 };

export function rangeOf(number) {
  return RANGES.find((range) => range.pattern.test(number)) ?? UNKNOWN;
}

/** Stripe's error for the digits of a card number, or null if they are valid. */
export function numberProblem(number) {
  const { length, shortest = length } = rangeOf(number);
  if (number.length >= shortest && hasLuhnChecksum(number)) return null;
  return number.length < length
    ? problem('incomplete_number', 'Your card number is incomplete.')
    : problem('invalid_number', 'Your card number is invalid.');
}

/** `digits` is MMYY. */
export function expiryProblem(digits, now = new Date()) {
  if (digits.length < 4) {
    return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  }
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (year < now.getFullYear()) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (year > now.getFullYear() + 50) {
    return problem('invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return null;
}

export function cvcProblem(cvc, number) {
  if (cvc.length >= rangeOf(number).cvcLength) return null;
  return problem('incomplete_cvc', "Your card's security code is incomplete.");
}

/** Five digits (United States), or at least three letters and digits. */
export function postalProblem(code) {
  const isComplete = /^\d*$/.test(code) ? code.length >= 5 : code.replace(/\W/g, '').length >= 3;
  return isComplete ? null : problem('incomplete_zip', 'Your postal code is incomplete.');
}

export function isIncomplete({ code }) {
  return code.startsWith('incomplete_');
}

function problem(code, message) {
  return { type: 'validation_error', code, message };
}

function hasLuhnChecksum(number) {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
