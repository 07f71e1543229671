import { describe, expect, it } from 'vitest';
import { createSeldom } from './seldom.ts';

function clocked() {
  const clock = { now: 0 };
  const told: object[] = [];
  const seldom = createSeldom(() => clock.now);
  const say = (kind: string) => seldom(kind, (fields) => told.push({ kind, ...fields }));
  return { clock, told, say };
}

describe('what is wrong many times', () => {
  it('is told of once, then once a minute with a count', () => {
    const { clock, told, say } = clocked();
    for (; clock.now < 150_000; clock.now += 500) say('away');
    expect(told).toEqual([
      { kind: 'away' },
      { kind: 'away', repeated: 119 },
      { kind: 'away', repeated: 119 },
    ]);
  });

  it('hides nothing of another kind, and numbers make none', () => {
    const { told, say } = clocked();
    for (const kind of ['in 100 ms', 'in 200 ms', 'refused', 'refused']) say(kind);
    expect(told).toEqual([{ kind: 'in 100 ms' }, { kind: 'refused' }]);
  });

  it('is told of at once again after a quiet time', () => {
    const { clock, told, say } = clocked();
    say('away');
    clock.now = 60_000;
    say('away');
    expect(told).toEqual([{ kind: 'away' }, { kind: 'away' }]);
  });
});
