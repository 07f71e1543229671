import { type HrTime, ValueType } from '@opentelemetry/api';
import { core, metrics, resources } from '@opentelemetry/sdk-node';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type Labels = Record<string, string | number>;
type Sample = MetricValue<string> & { metricName?: string };

export type RegistryProducer = metrics.MetricProducer & { add(registry: Registry): void };

/** Exports the metrics of Prometheus' registries by OTLP, with the same names and labels. */
export function createMetricProducer(): RegistryProducer {
  const registries: Registry[] = [];
  const startTime = core.hrTime();
  return {
    add: (registry) => void registries.push(registry),
    async collect() {
      const times = { startTime, endTime: core.hrTime() };
      const known = await Promise.all(registries.map((each) => each.getMetricsAsJSON()));
      const data = known
        .flat()
        .flatMap((metric) => toMetricData(metric as MetricObjectWithValues<Sample>, times));
      const scope = { name: 'prom-client' };
      const resource = resources.emptyResource();
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: data }] },
        errors: [],
      };
    },
  };
}

type Times = { startTime: HrTime; endTime: HrTime };

function toMetricData(metric: MetricObjectWithValues<Sample>, times: Times): metrics.MetricData[] {
  const base = {
    descriptor: {
      name: metric.name,
      description: metric.help,
      unit: '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: metrics.AggregationTemporality.CUMULATIVE,
  };
  const points = () =>
    metric.values
      .filter(({ value }) => Number.isFinite(value))
      .map(({ labels, value }) => ({ ...times, attributes: labels as Labels, value }));
  const { SUM, GAUGE, HISTOGRAM } = metrics.DataPointType;
  // The type is a name here, although prom-client declares a number.
  switch (String(metric.type)) {
    case 'counter':
      return [{ ...base, dataPointType: SUM, isMonotonic: true, dataPoints: points() }];
    case 'gauge':
      return [{ ...base, dataPointType: GAUGE, dataPoints: points() }];
    case 'histogram':
      return [{ ...base, dataPointType: HISTOGRAM, dataPoints: toHistograms(metric, times) }];
    default:
      return [];
  }
}

/** prom-client lists cumulative buckets, sum and count as separate samples. */
function toHistograms(
  { name, values }: MetricObjectWithValues<Sample>,
  times: Times,
): metrics.DataPoint<metrics.Histogram>[] {
  const bySeries = new Map<string, metrics.DataPoint<metrics.Histogram>>();
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels as Labels;
    const key = JSON.stringify(attributes);
    const point = bySeries.get(key) ?? { ...times, attributes, value: emptyHistogram() };
    bySeries.set(key, point);
    const histogram = point.value;
    if (metricName === `${name}_sum`) histogram.sum = value;
    else if (metricName === `${name}_count`) histogram.count = value;
    else addBucket(histogram, Number(le === '+Inf' ? Infinity : le), value);
  }
  return [...bySeries.values()];
}

function emptyHistogram(): metrics.Histogram {
  return { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 };
}

function addBucket({ buckets }: metrics.Histogram, boundary: number, cumulative: number): void {
  const before = buckets.counts.reduce((sum, count) => sum + count, 0);
  buckets.counts.push(cumulative - before);
  if (Number.isFinite(boundary)) buckets.boundaries.push(boundary);
}
