export interface CardRange {
  brand: string;
  pattern: RegExp;
  lengths: readonly number[];
}

const RANGES: readonly CardRange[] = [
  { brand: 'amex', pattern: /^3[47]/, lengths: [15] },
  { brand: 'diners', pattern: /^3(0[0-5]|[689])/, lengths: [14, 16] },
  { brand: 'jcb', pattern: /^35/, lengths: [16] },
  { brand: 'mastercard', pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { brand: 'discover', pattern: /^(6011|64[4-9]|65)/, lengths: [16] },
  { brand: 'unionpay', pattern: /^62/, lengths: [16, 17, 18, 19] },
  { brand: 'visa', pattern: /^4/, lengths: [13, 16, 19] },
];

export function brandOf(number: string): string {
  return RANGES.find((range) => range.pattern.test(number))?.brand ?? 'unknown';
}

export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number) || !hasLuhnChecksum(number)) return false;
  const range = RANGES.find((entry) => entry.pattern.test(number));
  return range ? range.lengths.includes(number.length) : true;
}

function hasLuhnChecksum(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
