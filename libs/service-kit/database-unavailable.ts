/**
 * SQLSTATEs of Postgres: session terminated (57P01, 57P02), starting up (57P03), too many
 * connections (53300); class 08 is a connection failure.
 */
const UNAVAILABLE = /^(57P0[123]|53300|08\w{3})$/;
/** Socket errors name no peer; other dependencies wrap theirs in their own error classes. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver's own errors have no code, only a text. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/;

/** True if the error means that the database is unreachable, not that it refused a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('code' in error) || typeof error.code !== 'string')
    return DRIVER_MESSAGES.test(error.message);
  return UNREACHABLE.has(error.code) || UNAVAILABLE.test(error.code);
}
