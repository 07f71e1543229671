import { randomHex } from './random-hex.ts';

let traceId = randomHex(16);

/** From now on calls belong to another visit of a page. */
export function startTrace(): void {
  traceId = randomHex(16);
}

/** The W3C `traceparent` of one call: logs and events of all that it causes carry the visit's trace id. */
export function nextTraceparent(): string {
  return `00-${traceId}-${randomHex(8)}-01`;
}
