export type Log = (event: string, fields?: Record<string, unknown>) => void;

/** One JSON line per event. Callers pass ids, paths and statuses only: never a body, card or key. */
export function logToStdout(event: string, fields: Record<string, unknown> = {}): void {
  const line = { time: new Date().toISOString(), service: 'sandbox', event, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
