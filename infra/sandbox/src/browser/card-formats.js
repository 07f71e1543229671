import { rangeOf } from './card-rules.js';

export function digitsOf(text) {
  return text.replace(/\D/g, '');
}

export function formatNumber(text) {
  const { brand, length } = rangeOf(digitsOf(text));
  const digits = digitsOf(text).slice(0, length);
  const groups = brand === 'amex' ? /(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /\d{1,4}/g;
  const parts = digits.match(groups) ?? [];
  return (brand === 'amex' ? parts.slice(1).filter(Boolean) : parts).join(' ');
}

/** `MM / YY`; a first digit above 1 is a complete month. */
export function formatExpiry(text, isDeleting) {
  if (isDeleting) return text.replace(/\s*\/\s*$/, '');
  const typed = digitsOf(text);
  const isWholeMonth = /^[2-9]/.test(typed) || /^\d\s*\//.test(text);
  let digits = isWholeMonth ? `0${typed}` : typed;
  if (/^1[3-9]/.test(digits)) digits = `0${digits}`;
  // Autofill writes a four-digit year.
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.replace(/^00/, '0').slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function formatCvc(text, number) {
  return digitsOf(text).slice(0, rangeOf(number).cvcLength);
}

export function formatPostal(text) {
  if (/^\d*$/.test(text)) return text.slice(0, 5);
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9 -]/g, '')
    .slice(0, 10);
}

/** Writes the formatted text and keeps the caret after the same character. */
export function writeFormatted(input, formatted) {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret >= input.value.length;
  const before = input.value.slice(0, caret).replace(/\W/g, '').length;
  if (input.value !== formatted) input.value = formatted;
  if (isAtEnd || document.activeElement !== input) return;
  let position = 0;
  for (let seen = 0; position < formatted.length && seen < before; position += 1) {
    if (/\w/.test(formatted[position])) seen += 1;
  }
  input.setSelectionRange(position, position);
}
