const MIN_DIGITS = 4;

/** The beginning of a number in E.164; without a country code, of the USA and Canada. Else null. */
export function toPhonePrefix(search: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS) return null;
  return search.startsWith('+') ? `+${digits}` : `+1${digits}`;
}
