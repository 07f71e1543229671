import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

/** CPU of one call in ms, with Postgres, Redis and Kafka, as infra/docs/benchmarks.md has it. */
export type MeasuredCpu = {
  products: number;
  verify: number;
  huntData: number;
  login: number;
  purchase: number;
};

const PATHS: Record<keyof MeasuredCpu, string> = {
  products: 'GET products',
  verify: 'GET verify',
  huntData: 'GET hunt data',
  login: 'POST login',
  purchase: 'POST record-purchase, different players',
};

export function readMeasuredCpu(
  document = readFileSync(join(ROOT, 'infra', 'docs', 'benchmarks.md'), 'utf8'),
): MeasuredCpu {
  const rows = document.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((line) => line.split('|').map((cell) => cell.trim()));
  const header = cells.find((row) => row.includes('CPU ms')) ?? [];
  const cpuOf = (path: string) => {
    const value = Number(cells.find((row) => row[1] === path)?.[header.indexOf('CPU ms')]);
    if (!Number.isFinite(value)) throw new Error(`benchmarks.md has no CPU of ${path}`);
    return value;
  };
  return Object.fromEntries(
    Object.entries(PATHS).map(([name, path]) => [name, cpuOf(path)]),
  ) as MeasuredCpu;
}

/**
 * Measured on 2 busy cores, 2026-11-22, with 1,000 live streams: statements of `verify`, `huntData` and
 * `login` by the spans of OpenTelemetry, of `purchase` by `npm run bench`, CPU and memory of streams by
 * /metrics. Statements of `mail` and `text` and bytes of rows are estimates.
 */
export const COSTS = {
  statements: { verify: 1, huntData: 1, login: 3, purchase: 37.9, mail: 0.1, text: 6 },
  /** One event to one live stream: at most this, since the gateway's requests are included. */
  pushMs: 0.04,
  listenerBytes: 50_000,
  /** Of a product as the live stream and Kafka carry it. */
  productBytes: 700,
  /** Rows of the delivery ledger, with indexes. */
  deliveryBytes: 600,
  purchaseBytes: 6_000,
  eventsOfPurchase: 2,
};
