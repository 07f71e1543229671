/** A failed step of a payment. The message is internal and never shown; `cause` is the failed call. */
export class PaymentError extends Error {
  override name = 'PaymentError';

  constructor(
    message: 'Failed to create payment intent' | 'Failed to record hunt access',
    cause: unknown,
  ) {
    super(message, { cause });
  }
}
