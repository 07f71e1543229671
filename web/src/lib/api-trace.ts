import { randomHex } from './random-hex.ts';

let traceId = randomHex(16);

/** Starts a new trace for a new page visit. */
export function startTrace(): void {
  traceId = randomHex(16);
}

/** The W3C `traceparent` of one call; logs and events that it causes carry the trace id of the page visit. */
export function nextTraceparent(): string {
  return `00-${traceId}-${randomHex(8)}-01`;
}
