/** `$1,350`, and cents only where there are some: `$19.50`. */
export function formatDollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `$${amount.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })}`;
}

/** Always with cents, as a receipt has it: `$20.00`; `currency` is its ISO code. */
export function formatMoney(amount: number, currency: string): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency });
}
