export type Channel = 'email' | 'sms';

/** `drop` is what SendGrid did not even try; `stop` is the word of a text message. */
export type SuppressionCause = 'unsubscribe' | 'bounce' | 'spam' | 'drop' | 'stop';

/** The address does not take our messages, or its owner called them spam: staff may lift it. */
export const FAULTS_OF_ADDRESS = ['spam', 'bounce', 'drop'] as const satisfies SuppressionCause[];

/**
 * Why a message must not go, or null where it may. An unsubscribe holds back what is sent to many
 * (alerts, mailings); mail about one's own account still goes. The other causes hold back all.
 */
export function reasonNotToSend(
  causes: readonly SuppressionCause[],
  { isBulk }: { isBulk: boolean },
): SuppressionCause | null {
  const order: SuppressionCause[] = [...FAULTS_OF_ADDRESS, 'stop'];
  const hard = order.find((cause) => causes.includes(cause));
  return hard ?? (isBulk && causes.includes('unsubscribe') ? 'unsubscribe' : null);
}
