import { describe, expect, it } from 'vitest';
import { describeProfile } from './profile-report.ts';

function frame(id: number, functionName: string, url: string) {
  return { id, callFrame: { functionName, url, lineNumber: 9 } };
}

describe('the report of a CPU profile', () => {
  it('lists packages and functions by own time, without idle time', () => {
    const report = describeProfile({
      nodes: [
        frame(1, '(idle)', ''),
        frame(2, '(garbage collector)', ''),
        frame(3, 'handle', 'file:///x/node_modules/@scope/router/lib/layer.js'),
        frame(6, 'parse', 'file:///x/bundles/0f1e/packages/@scope/router-DkUe-_ME.js'),
        frame(4, 'answer', 'file:///x/services/auth/src/app.ts'),
        frame(5, 'write', 'node:internal/streams/writable'),
      ],
      samples: [1, 2, 3, 4, 6, 5],
      timeDeltas: [4_000, 1_000, 2_000, 4_000, 2_000, 1_000],
    });
    const lines = report.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
    expect(lines[0]).toBe('0.01 s of CPU in 0.0 s');
    expect(lines.slice(2, 6)).toEqual([
      '40.0 % 4 ms @scope/router',
      '40.0 % 4 ms cairn services/auth',
      '10.0 % 1 ms (garbage collector)',
      '10.0 % 1 ms node:internal',
    ]);
    expect(lines).toContain('20.0 % 2 ms @scope/router handle:layer.js:10');
    expect(report).not.toContain('idle');
  });
});
