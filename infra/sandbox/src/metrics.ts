import type { Log } from './log.ts';

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
