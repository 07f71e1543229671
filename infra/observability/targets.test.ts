import { readFileSync } from 'node:fs';
import { PROCESS_NAMES, PROCESSES } from '@cairn/contracts/services.ts';
import { expect, it } from 'vitest';

const BASE_PORT = 8080;

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

it('Prometheus scrapes exactly the processes of the manifest', () => {
  const targets = [...read('infra/observability/prometheus.yml').matchAll(/- ([a-z]+:\d+)$/gm)];
  const expected = PROCESS_NAMES.map((name) => {
    const row = PROCESSES[name];
    const offset = 'metricsPortOffset' in row ? row.metricsPortOffset : row.portOffset;
    return `${name}:${BASE_PORT + offset}`;
  });
  expect(targets.map(([, target]) => target).sort()).toEqual(expected.sort());
});
