import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';

/** A card that may have been charged without a recorded purchase. Contains ids only. */
export type PendingPayment = {
  userId: string;
  productId: string;
  paymentIntentId: string;
  /** False if the card provider's answer was lost. */
  isCharged: boolean;
  /** Milliseconds since 1970. */
  at: number;
};

export const PENDING_PAYMENTS = 'pendingPayments';

/** By then the webhook or the nightly reconciliation has recorded the charge. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

export function readPending(userId: string, now = Date.now()): PendingPayment[] {
  return readAll().filter((one) => one.userId === userId && now - one.at < MAX_AGE_MS);
}

export function findPending(userId: string, productId: string): PendingPayment | undefined {
  return readPending(userId).find((one) => one.productId === productId);
}

/** Keeps only the newest payment of each user and product. */
export function savePending(payment: PendingPayment): void {
  writeAll([...without(payment), payment]);
}

export function removePending(payment: Pick<PendingPayment, 'userId' | 'productId'>): void {
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
