import type Stripe from 'stripe';
import type { StripeAccount } from './account.ts';
import type { Page } from './lists.ts';
import { invalidRequest } from './refusal.ts';

export type Expandable = { id: string; object: string };

type Lookup = (account: StripeAccount, owner: Expandable, id: unknown) => unknown;

const intent: Lookup = (account, _owner, id) => account.intents.get(String(id));
const charge: Lookup = (account, _owner, id) => account.charges.get(String(id));
const method: Lookup = (account, _owner, id) => account.methods.get(String(id))?.method;

const LOOKUPS = new Map<string, Lookup>([
  ['payment_intent.latest_charge', charge],
  ['payment_intent.payment_method', method],
  ['charge.payment_intent', intent],
  ['charge.refunds', (account, owner) => refundsOf(account, owner.id)],
  ['refund.charge', charge],
  ['refund.payment_intent', intent],
  ['dispute.charge', charge],
  ['dispute.payment_intent', intent],
]);

const MAX_DEPTH = 4;

/** Stripe's `expand`: replaces ids by their objects; paths such as `latest_charge.refunds` nest. */
export function expanded<T extends Expandable>(
  account: StripeAccount,
  object: T,
  paths: readonly string[] = [],
): T {
  const shown = structuredClone(object);
  for (const path of paths) expandPath(account, shown, path.split('.'));
  return shown;
}

function expandPath(account: StripeAccount, object: Expandable, path: string[]): void {
  const [property = '', ...deeper] = path;
  const lookUp = LOOKUPS.get(`${object.object}.${property}`);
  if (!lookUp || path.length > MAX_DEPTH) {
    const message = `This property cannot be expanded (${path.join('.')}).`;
    throw invalidRequest(message, { param: 'expand' });
  }
  const fields = object as unknown as Record<string, unknown>;
  if (fields[property] === null) return;
  if (typeof fields[property] !== 'object') {
    fields[property] = structuredClone(lookUp(account, object, fields[property]) ?? null);
  }
  const next = fields[property];
  if (deeper.length === 0 || next === null) return;
  expandPath(account, next as Expandable, deeper);
}

function refundsOf(account: StripeAccount, chargeId: string): Page<Stripe.Refund> {
  const data = account.refunds
    .values()
    .filter((refund) => refund.charge === chargeId)
    .reverse();
  return { object: 'list', url: `/v1/charges/${chargeId}/refunds`, has_more: false, data };
}
