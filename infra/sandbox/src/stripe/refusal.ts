import type Stripe from 'stripe';

export interface StripeErrorBody {
  type: Stripe.RawErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** Stripe's error response: `{error: body}` with this status. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: documentationUrl(body.code) } : body;
  }
}

export function invalidRequest(message: string, details: Partial<StripeErrorBody> = {}) {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...details });
}

export function missing(kind: string, id: string, param = 'id'): StripeRefusal {
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

export function unrecognizedUrl(method: string, path: string): StripeRefusal {
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    message:
      `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the ` +
      'trailing slash. If you are trying to retrieve an object, make sure you passed a valid ' +
      '(non-empty) identifier in your code. The sandbox implements only what Cairn uses.',
  });
}

export function documentationUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}
