/** `$1,350`, with cents only if there are any: `$19.50`. */
export function formatDollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `$${amount.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })}`;
}

/** Always with cents, for receipts: `$20.00`; `currency` is an ISO code. */
export function formatMoney(amount: number, currency: string): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency });
}
