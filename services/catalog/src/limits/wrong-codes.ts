import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { CodeLimit } from './limits.ts';

/**
 * Counts a try against the budget of wrong codes that all addresses share (P-5.6). Once it is spent,
 * each address has one try a minute, so that no finder is locked out. The caller gives the try back
 * when the code was right. Throws 429.
 */
export async function reserveWrongCode(
  limiter: Limiter<CodeLimit>,
  { subject, addressKey }: { subject: string; addressKey: string },
): Promise<Reservation> {
  const budget = await limiter.tryReserve({ limit: 'wrong-codes-hunt', key: subject });
  if (budget) return budget;
  const key = `${subject}:${addressKey}`;
  return limiter.reserve({ limit: 'wrong-codes-hunt-address', key });
}
