import { describe, expect, it } from 'vitest';
import { createLogThrottle } from './log-throttle.ts';

function withClock() {
  const clock = { now: 0 };
  const lines: object[] = [];
  const throttle = createLogThrottle(() => clock.now);
  const log = (kind: string) => throttle(kind, (fields) => lines.push({ kind, ...fields }));
  return { clock, lines, log };
}

describe('log throttle', () => {
  it('writes an equal line once a minute, with the number of lines left out', () => {
    const { clock, lines, log } = withClock();
    for (; clock.now < 150_000; clock.now += 500) log('away');
    expect(lines).toEqual([
      { kind: 'away' },
      { kind: 'away', repeated: 119 },
      { kind: 'away', repeated: 119 },
    ]);
  });

  it('keeps other kinds, and treats lines that differ in numbers as equal', () => {
    const { lines, log } = withClock();
    for (const kind of ['in 100 ms', 'in 200 ms', 'refused', 'refused']) log(kind);
    expect(lines).toEqual([{ kind: 'in 100 ms' }, { kind: 'refused' }]);
  });

  it('writes at once after a minute without equal lines', () => {
    const { clock, lines, log } = withClock();
    log('away');
    clock.now = 60_000;
    log('away');
    expect(lines).toEqual([{ kind: 'away' }, { kind: 'away' }]);
  });
});
