const DROPPED = new Set([
  'client_secret',
  'billing_details',
  'receipt_email',
  'receipt_url',
  'shipping',
  'email',
  'phone',
  'fingerprint',
  'card',
  'payment_method_details',
]);

/** What may be kept of an event's payload: neither client secrets nor personal data, nor a card. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !DROPPED.has(name))
      .map(([name, inner]) => [name, redact(inner)]),
  );
}
