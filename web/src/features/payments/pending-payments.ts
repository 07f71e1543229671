import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';

/** A card that may have been charged without an entry so far. Ids only: no secret, no address. */
export type PendingPayment = {
  userId: string;
  productId: string;
  paymentIntentId: string;
  /** Known to be charged; otherwise the answer may have been lost. */
  isCharged: boolean;
  /** Milliseconds since 1970. */
  at: number;
};

export const PENDING_PAYMENTS = 'pendingPayments';

/** Long after this the webhook and the nightly check have settled it. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export function readPending(userId: string, now = Date.now()): PendingPayment[] {
  return readAll().filter((one) => one.userId === userId && now - one.at < KEPT_MS);
}

export function findPending(userId: string, productId: string): PendingPayment | undefined {
  return readPending(userId).find((one) => one.productId === productId);
}

/** One for each user and product: the newest. */
export function keepPending(payment: PendingPayment): void {
  writeAll([...without(payment), payment]);
}

export function dropPending(payment: Pick<PendingPayment, 'userId' | 'productId'>): void {
  writeAll(without(payment));
}

function without({ userId, productId }: Pick<PendingPayment, 'userId' | 'productId'>) {
  return readAll().filter((one) => one.userId !== userId || one.productId !== productId);
}

function writeAll(payments: PendingPayment[]): void {
  if (payments.length === 0) removeItem(PENDING_PAYMENTS);
  else writeItem(PENDING_PAYMENTS, JSON.stringify(payments));
}

function readAll(): PendingPayment[] {
  try {
    const stored: unknown = JSON.parse(readItem(PENDING_PAYMENTS) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPending) : [];
  } catch {
    return [];
  }
}

function isPending(value: unknown): value is PendingPayment {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, productId, paymentIntentId, isCharged, at } = value as Record<string, unknown>;
  return (
    [userId, productId, paymentIntentId].every((id) => typeof id === 'string') &&
    typeof isCharged === 'boolean' &&
    typeof at === 'number'
  );
}
