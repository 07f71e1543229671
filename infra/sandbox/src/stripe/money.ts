const WITHOUT_DECIMALS = new Set(['jpy']);

/** `amount` in the currency's smallest unit. */
export function formatAmount(amount: number, currency: string): string {
  const value = WITHOUT_DECIMALS.has(currency) ? amount : amount / 100;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value);
}
