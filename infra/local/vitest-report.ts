import { relative } from 'node:path';
import { ROOT } from './paths.ts';

type Report = {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** File and title of every failed test in a report of vitest's JSON reporter; a file that does not load counts as one. */
export function failedTests(json: string): string[] {
  const { testResults } = JSON.parse(json) as Report;
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [file];
    return failed.map(({ fullName }) => `${file}  ${fullName}`);
  });
}
