import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { failedTests } from './vitest-report.ts';

it('lists failed tests, and files that do not load', () => {
  const report = {
    testResults: [
      {
        name: `${ROOT}/a.test.ts`,
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'money rounds' },
        ],
      },
      { name: `${ROOT}/b.test.ts`, status: 'failed', assertionResults: [] },
      {
        name: `${ROOT}/c.test.ts`,
        status: 'passed',
        assertionResults: [{ status: 'skipped', fullName: 'x' }],
      },
    ],
  };
  expect(failedTests(JSON.stringify(report))).toEqual(['a.test.ts  money rounds', 'b.test.ts']);
});
