/** `+1 802 555 0123`; numbers of other countries as they are, since each groups them its own way. */
export function formatPhone(number: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return american ? `+1 ${american.slice(1).join(' ')}` : number;
}
