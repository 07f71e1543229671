export type Log = (event: string, fields?: Record<string, unknown>) => void;

/** One JSON line per event. Callers pass ids, paths and statuses only: never a body, card or key. */
export function logToStdout(event: string, fields: Record<string, unknown> = {}): void {
  const line = { time: new Date().toISOString(), service: 'sandbox', event, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Counts log events by name, so that metrics and log agree. */
export class EventCounter {
  readonly #counts = new Map<string, number>();

  counting(log: Log): Log {
    return (event, fields) => {
      this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
      log(event, fields);
    };
  }

  /** Prometheus' text format. */
  render(gauges: Record<string, number>): string {
    const counters = [...this.#counts].map(
      ([event, count]) => `sandbox_events_total{event="${event}"} ${count}`,
    );
    const values = Object.entries(gauges).map(([name, value]) => `sandbox_${name} ${value}`);
    return `${['# TYPE sandbox_events_total counter', ...counters, ...values].join('\n')}\n`;
  }
}
