import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStory, tellLine } from './story.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-story-'));
const line = (second: number, fields: Record<string, unknown>) =>
  `${JSON.stringify({ level: 'info', time: `2026-01-02T03:04:0${second}.000Z`, ...fields })}\n`;

beforeAll(() => {
  const first = { service: 'gateway', requestId: 'request-1', traceId: 'aa' };
  writeFileSync(
    join(folder, 'gateway.log'),
    line(3, {
      ...first,
      msg: 'request.answered',
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
  writeFileSync(join(folder, 'postgres.log'), 'LOG: aa is no event of ours\n');
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

describe('one story across all logs', () => {
  it('is found by its trace id and by the id of its request, in the order in which it began', () => {
    const told = ['request.answered', 'user.signed_up', 'delivery.postponed'];
    expect(findStory(folder, 'aa').map(({ msg }) => msg)).toEqual(told);
    expect(findStory(folder, 'request-1').map(({ msg }) => msg)).toEqual(told);
    expect(findStory(folder, 'u1').map(({ msg }) => msg)).toEqual(told);
    expect(findStory(folder, 'cc')).toEqual([]);
  });

  it('is plain text in a pipe, with what was asked and what went wrong, without a stack', () => {
    expect(findStory(folder, 'aa').map((each) => tellLine(each, false))).toEqual([
      '03:04:01.500  gateway       request.answered  POST /api/x 201 ms=1500',
      '03:04:02.000  auth          user.signed_up  userId=u1',
      '03:04:04.000  worker        warn delivery.postponed  Error: too busy',
    ]);
    const [first] = findStory(folder, 'aa');
    expect(first && tellLine(first, true)).toContain('\u001b[1mrequest.answered\u001b[0m');
  });
});
