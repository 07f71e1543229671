import { describe, expect, it } from 'vitest';
import { flag, isLinearizable, type Operation, testAndSet } from './linearizability.ts';

/** A call from `invokedAt` to `completedAt`; without an output its result is unknown. */
function call<Input>(
  [invokedAt, completedAt]: [number, number],
  input: Input,
  output?: boolean,
): Operation<Input, boolean> {
  return output === undefined
    ? { input, invokedAt, completedAt: Number.POSITIVE_INFINITY }
    : { input, invokedAt, completedAt, output };
}

describe('a test-and-set object', () => {
  it('accepts one winner among concurrent keys, and repetitions of the winner', () => {
    const history = [
      call([0, 10], 'a', false),
      call([1, 9], 'b', true),
      call([2, 8], 'c', false),
      call([11, 12], 'b', true),
      call([13, 14], 'a', false),
    ];
    expect(isLinearizable(testAndSet, history)).toBe(true);
  });

  it('refuses two winners', () => {
    const history = [call([0, 10], 'a', true), call([1, 9], 'b', true)];
    expect(isLinearizable(testAndSet, history)).toBe(false);
  });

  it('refuses a loser that completed before any winner began', () => {
    const history = [call([0, 1], 'a', false), call([2, 3], 'b', true)];
    expect(isLinearizable(testAndSet, history)).toBe(false);
    expect(isLinearizable(testAndSet, [call([0, 1], 'a', false)])).toBe(false);
  });

  it('explains a loser by a call whose result is unknown, if that call began in time', () => {
    const lost = call([2, 3], 'a', false);
    expect(isLinearizable(testAndSet, [call([0, 1], 'b'), lost])).toBe(true);
    expect(isLinearizable(testAndSet, [lost, call([4, 5], 'b')])).toBe(false);
  });

  it('lets a call with an unknown result take effect after later calls, or never', () => {
    const unknown = call([0, 1], 'a');
    expect(isLinearizable(testAndSet, [unknown, call([2, 3], 'b', true)])).toBe(true);
    const retried = [unknown, call([2, 3], 'b', true), call([4, 5], 'a', true)];
    expect(isLinearizable(testAndSet, retried)).toBe(false);
  });
});

describe('a flag that is set for good', () => {
  it('accepts both values while the flag is being set', () => {
    const history = [
      call([0, 10], 'set' as const, true),
      call([1, 2], 'read' as const, false),
      call([3, 4], 'read' as const, true),
      call([11, 12], 'read' as const, true),
    ];
    expect(isLinearizable(flag, history)).toBe(true);
  });

  it('refuses a read that misses a completed set', () => {
    const history = [call([0, 1], 'set' as const, true), call([2, 3], 'read' as const, false)];
    expect(isLinearizable(flag, history)).toBe(false);
  });

  it('refuses a value that returns, and a value that nothing has set', () => {
    const history = [
      call([0, 10], 'set' as const, true),
      call([1, 2], 'read' as const, true),
      call([3, 4], 'read' as const, false),
    ];
    expect(isLinearizable(flag, history)).toBe(false);
    expect(isLinearizable(flag, [call([0, 1], 'read' as const, true)])).toBe(false);
  });

  it('checks a long history with many unknown results', () => {
    const unknown = Array.from({ length: 60 }, (_, at) => call([at, at], 'set' as const));
    const reads = Array.from({ length: 60 }, (_, at) =>
      call([100 + at, 100.5 + at], 'read' as const, at >= 30),
    );
    expect(isLinearizable(flag, [...unknown, ...reads])).toBe(true);
    const stale = call([200, 201], 'read' as const, false);
    expect(isLinearizable(flag, [...unknown, ...reads, stale])).toBe(false);
  });
});
