/** `+1 802 555 0123`; other countries' numbers are unchanged, because their grouping differs. */
export function formatPhone(number: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return american ? `+1 ${american.slice(1).join(' ')}` : number;
}
