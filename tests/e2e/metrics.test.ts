import { globSync, readFileSync } from 'node:fs';
import { PROCESS_NAMES, type ProcessName, SERVICE_NAMES } from '@cairn/contracts/services.ts';
import { describe, expect, inject, it } from 'vitest';

const inside = inject('inside');
const RULES = new URL('../../infra/observability/rules.yml', import.meta.url);

/** The processes that must expose each metric that an alert uses. */
const EXPOSED_BY: Record<string, readonly ProcessName[]> = {
  http_request_duration_seconds_count: PROCESS_NAMES,
  http_request_duration_seconds_bucket: PROCESS_NAMES,
  nodejs_eventloop_lag_p99_seconds: PROCESS_NAMES,
  database_pool_waiting: [...SERVICE_NAMES, 'worker'],
  outbox_oldest_seconds: SERVICE_NAMES,
  consumer_lag: SERVICE_NAMES,
  events_parked: SERVICE_NAMES,
  events_unknown: SERVICE_NAMES,
  dead_letters: SERVICE_NAMES,
  invariant_violations: ['admin'],
  invariants_last_run_timestamp_seconds: ['admin'],
  limits_hit_total: ['gateway', 'catalog', 'notification', 'payment'],
  deliveries_oldest_pending_seconds: ['notification'],
  queue_age_seconds: ['notification'],
  deliveries_total: ['worker'],
  clue_oldest_due_seconds: ['catalog'],
  sms_budget_hour_used_ratio: ['notification'],
  sms_budget_day_used_ratio: ['notification'],
  reconciliation_problems: ['payment'],
  reconciliation_findings_total: ['payment'],
  reconciliation_last_run_timestamp_seconds: ['payment'],
  treasure_code_unacknowledged_seconds: ['catalog'],
  purchases_total: ['payment'],
  purchase_handovers_unapplied_total: ['payment'],
  refunds_failed: ['payment'],
  refunds_oldest_open_seconds: ['payment'],
};

describe('P-2.8 metrics', () => {
  it('P-2.8 every metric that an alert uses is exposed by its processes', async () => {
    expect(listMetrics()).toEqual(Object.keys(EXPOSED_BY).sort());
    const scraped = new Map<ProcessName, string>();
    for (const name of PROCESS_NAMES) scraped.set(name, await scrape(name));
    const missing = Object.entries(EXPOSED_BY).flatMap(([metric, processes]) =>
      processes
        .filter((name) => !exposes(scraped.get(name) ?? '', metric))
        .map((n) => `${n} ${metric}`),
    );
    expect(missing).toEqual([]);
  });

  it('every metric that a dashboard shows is declared by a process', async () => {
    const scraped = await Promise.all(PROCESS_NAMES.map(scrape));
    const shown = listDashboardMetrics();
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter((name) => !scraped.some((text) => isDeclared(text, name)))).toEqual([]);
  });

  it('P-2.8 notification exposes the queue length', async () => {
    expect(await scrape('notification')).toMatch(/^queue_length\{[^}]*\} \d+$/m);
  });

  it('the gateway’s public port exposes no metrics', async () => {
    expect((await fetch(`${inside.urls.gateway}/metrics`)).status).not.toBe(200);
  });
});

async function scrape(name: ProcessName): Promise<string> {
  const base = name === 'gateway' ? inside.gatewayMetrics : inside.urls[name];
  const response = await fetch(`${base}/metrics`);
  expect(response.status, `${name} at ${base}`).toBe(200);
  return response.text();
}

/** Counters with labels have no sample before the first count, but are declared. */
function exposes(text: string, metric: string): boolean {
  const family = familyOf(metric);
  if (!isDeclared(text, metric) || metric.endsWith('_total') || family !== metric) {
    return isDeclared(text, metric);
  }
  return new RegExp(`^${metric}(\\{[^}]*\\})? `, 'm').test(text);
}

function isDeclared(text: string, metric: string): boolean {
  return text.includes(`# TYPE ${familyOf(metric)} `);
}

/** The name of a histogram, for its series. */
function familyOf(metric: string): string {
  return metric.replace(/_(bucket|count)$/, '');
}

/** The metrics in the alerts' expressions. */
function listMetrics(): string[] {
  const lines = readFileSync(RULES, 'utf8').split('\n');
  return metricsIn(
    lines.filter((line) => !/^ *(#|labels:|annotations:|- alert:|- name:)/.test(line)),
  );
}

function listDashboardMetrics(): string[] {
  const folder = new URL('../../infra/observability/grafana/dashboards/', import.meta.url);
  const expressions = globSync('*.json', { cwd: folder }).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  });
  return metricsIn(expressions);
}

/** Names in PromQL, without functions, labels and Prometheus' own `up`. */
function metricsIn(expressions: string[]): string[] {
  const names = expressions
    .map((line) => line.replaceAll(/\{[^}]*\}/g, '').replaceAll(/\bby \([^)]*\)/g, ''))
    .flatMap((line) => [...line.matchAll(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?!\()/g)])
    .map(([name]) => name);
  return [...new Set(names)].sort();
}
