import { createHmac } from 'node:crypto';
import { type MessageKind, messageKind } from '@cairn/contracts/http/alerts.ts';

export type Channel = 'email' | 'sms';

/** `drop`: SendGrid did not try to deliver; `stop`: the number sent STOP. */
export type SuppressionCause = 'unsubscribe' | 'bounce' | 'spam' | 'drop' | 'stop';

/** Causes that staff may lift. */
export const LIFTABLE_CAUSES = ['spam', 'bounce', 'drop'] as const satisfies SuppressionCause[];

/** Kinds that go to many recipients and carry an unsubscribe link. */
export const BULK_KINDS = ['alert', 'mailing'] as const satisfies MessageKind[];

const ALL_KINDS = messageKind.options;

/** What each cause suppresses where its row names no kinds. */
const KINDS_OF_CAUSE: Record<SuppressionCause, readonly MessageKind[]> = {
  spam: ALL_KINDS,
  bounce: ALL_KINDS,
  drop: ALL_KINDS,
  stop: ALL_KINDS,
  unsubscribe: BULK_KINDS,
};

export type Suppression = {
  cause: SuppressionCause;
  /** Null for the default kinds of the cause. */
  kinds: readonly MessageKind[] | null;
};

export function kindsOf({ cause, kinds }: Suppression): MessageKind[] {
  return [...(kinds ?? KINDS_OF_CAUSE[cause])];
}

/** The kinds that at least one of the suppressions covers. */
export function listSuppressedKinds(suppressions: readonly Suppression[]): MessageKind[] {
  const suppressed = new Set(suppressions.flatMap(kindsOf));
  return ALL_KINDS.filter((kind) => suppressed.has(kind));
}

/** Why a message of this kind must not be sent, or null. */
export function reasonNotToSend(
  suppressions: readonly Suppression[],
  kind: MessageKind,
): SuppressionCause | null {
  const causes = suppressions
    .filter((suppression) => kindsOf(suppression).includes(kind))
    .map(({ cause }) => cause);
  const order: SuppressionCause[] = [...LIFTABLE_CAUSES, 'stop', 'unsubscribe'];
  return order.find((cause) => causes.includes(cause)) ?? null;
}

/**
 * Identifies an address (case-insensitive) or a number (E.164) in suppressions: HMAC-SHA-256 with
 * SUPPRESSION_KEY, so that a bounced address stays suppressed after its user was erased.
 */
export function hashAddress(address: string, suppressionKey: Buffer): Buffer {
  return createHmac('sha256', suppressionKey).update(address.trim().toLowerCase()).digest();
}
