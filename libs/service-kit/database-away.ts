/** Of Postgres: it ends sessions (57P01, 57P02), still starts (57P03), takes no more (53300), class 08 is the connection. */
const AWAY = /^(57P0[123]|53300|08\w{3})$/;
/** Of the connection itself, which carries no word of whose it is: what else can be away has errors of its own. */
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
/** The driver's own errors have nothing but their text. */
const TEXTS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether an error says that the database cannot be reached, rather than that it refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('code' in error) || typeof error.code !== 'string') return TEXTS.test(error.message);
  return UNREACHABLE.has(error.code) || AWAY.test(error.code);
}
