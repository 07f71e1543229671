import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTraceLines, formatLine } from './trace-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-trace-'));
const line = (second: number, fields: Record<string, unknown>) =>
  `${JSON.stringify({ level: 'info', time: `2026-01-02T03:04:0${second}.000Z`, ...fields })}\n`;

beforeAll(() => {
  const first = { service: 'gateway', requestId: 'request-1', traceId: 'aa' };
  writeFileSync(
    join(folder, 'gateway.log'),
    line(3, {
      ...first,
      msg: 'request.completed',
      req: { method: 'POST', path: '/api/x' },
      res: { status: 201 },
      ms: 1_500,
    }) + line(1, { service: 'gateway', requestId: 'request-2', traceId: 'bb', msg: 'other' }),
  );
  writeFileSync(
    join(folder, 'worker.log'),
    `${line(4, {
      service: 'worker',
      traceId: 'aa',
      level: 'warn',
      msg: 'delivery.postponed',
      err: { type: 'Error', message: 'too busy', stack: 'at x' },
    })}{"traceId":"aa","half`,
  );
  writeFileSync(join(folder, 'postgres.log'), 'LOG: aa is not one of our events\n');
  writeFileSync(
    join(folder, 'auth.log'),
    line(2, {
      service: 'auth',
      requestId: 'request-1',
      traceId: 'aa',
      msg: 'user.signed_up',
      userId: 'u1',
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('trace across all logs', () => {
  it('is found by trace id, request id or entity id, ordered by start time', () => {
    const expected = ['request.completed', 'user.signed_up', 'delivery.postponed'];
    expect(findTraceLines(folder, 'aa').map(({ msg }) => msg)).toEqual(expected);
    expect(findTraceLines(folder, 'request-1').map(({ msg }) => msg)).toEqual(expected);
    expect(findTraceLines(folder, 'u1').map(({ msg }) => msg)).toEqual(expected);
    expect(findTraceLines(folder, 'cc')).toEqual([]);
  });

  it('is plain text in a pipe, with request and error but without a stack', () => {
    expect(findTraceLines(folder, 'aa').map((each) => formatLine(each, false))).toEqual([
      '03:04:01.500  gateway       request.completed  POST /api/x 201 ms=1500',
      '03:04:02.000  auth          user.signed_up  userId=u1',
      '03:04:04.000  worker        warn delivery.postponed  Error: too busy',
    ]);
    const [first] = findTraceLines(folder, 'aa');
    expect(first && formatLine(first, true)).toContain('\u001b[1mrequest.completed\u001b[0m');
  });
});
