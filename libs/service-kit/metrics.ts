import { setTimeout } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  registry: Registry;
  /** Returns the existing counter of that name if there is one. */
  counter(name: string, help: string, labels?: string[]): Counter;
  /** `collect` is called at each scrape. */
  gauge(name: string, help: string, collect: () => Promise<number>): Gauge;
  /** In seconds. Returns the existing histogram of that name if there is one. */
  histogram(name: string, help: string, labels?: string[]): Histogram;
};

const LAG_INTERVAL_MS = 1_000;
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let exportTo: (registry: Registry) => void = () => {};

/** Called once, before the application is loaded; see telemetry/register.ts. */
export function exportMetrics(add: (registry: Registry) => void): void {
  exportTo = add;
}

/** The registry of a process, with Node's own metrics; every metric carries the label `service`. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // Each sample wakes an idle process. The measured lag includes this interval.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  exportTo(registry);
  const registers = [registry];
  return {
    registry,
    counter(name, help, labelNames = []) {
      const known = registry.getSingleMetric(name);
      return known instanceof Counter ? known : new Counter({ name, help, labelNames, registers });
    },
    gauge: (name, help, collect) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          // A scrape must succeed even if the measured dependency is unavailable or hangs.
          const late = setTimeout(2_000, Number.NaN, { ref: false });
          this.set(await Promise.race([collect(), late]).catch(() => Number.NaN));
        },
      }),
    histogram(name, help, labelNames = []) {
      const known = registry.getSingleMetric(name);
      if (known instanceof Histogram) return known;
      return new Histogram({ name, help, labelNames, registers, buckets: BUCKETS });
    },
  };
}
