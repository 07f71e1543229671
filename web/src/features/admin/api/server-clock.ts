/** Milliseconds that the server's clock is ahead of this computer's. */
let offset = 0;

/** Now by the server's clock, as of its latest answer; by this computer's clock before the first one. */
export function serverNow(): number {
  return Date.now() + offset;
}

/**
 * Corrects the offset by the Date header of an answer, which is cut to a second. An offset that agrees with
 * the answer stays, so that a countdown does not jump.
 */
export function readServerClock({ headers }: Response, sentAt: number): void {
  // The Date header of a cached answer is old.
  if (!headers.get('cache-control')?.includes('no-store')) return;
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  offset = Math.min(Math.max(offset, date - Date.now()), date + 1_000 - sentAt);
}
