import { describe, expect, it } from 'vitest';
import { createRequestLog } from '../request-log.ts';
import { continueTrace } from '../tracing.ts';
import { captureLog } from './captured-log.ts';

const ids = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;
const unsampled = continueTrace(`${ids}-00`);
const sampled = continueTrace(`${ids}-01`);
const READ = { method: 'GET', url: '/things?token=hush', status: 200, trace: unsampled };

function linesOf(change: Partial<typeof READ>, ms = 0): Record<string, unknown>[] {
  const log = captureLog();
  createRequestLog(log.logger)({ ...READ, ...change, startedAt: performance.now() - ms });
  return log.lines();
}

describe('the log of requests', () => {
  it('omits a fast successful read outside a sampled trace', () => {
    expect(linesOf({})).toEqual([]);
    expect(linesOf({ status: 304 })).toEqual([]);
  });

  it.each([
    ['part of a sampled trace', { trace: sampled }, 0, 'request.completed'],
    ['refused', { status: 403 }, 0, 'request.completed'],
    ['failed', { status: 502 }, 0, 'request.failed'],
    ['slow', {}, 500, 'request.completed'],
  ])('has a line without the query for a read that is %s', (_, change, ms, msg) => {
    const lines = linesOf(change, ms);
    expect(lines).toMatchObject([
      { msg, traceId: 'a'.repeat(32), req: { method: 'GET', path: '/things' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hush');
  });
});

describe('a trace', () => {
  it('has new ids for each request', () => {
    const traces = Array.from({ length: 600 }, () => continueTrace(null));
    expect(new Set(traces.map(({ traceId }) => traceId)).size).toBe(600);
    expect(new Set(traces.map(({ spanId }) => spanId)).size).toBe(600);
  });
});
