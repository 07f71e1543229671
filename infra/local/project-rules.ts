import { globSync, readFileSync } from 'node:fs';
import { findSecondWriters } from './table-writers.ts';

// Project rules that are not about imports; those are in .dependency-cruiser.mjs.

const MAX_LINES = 300;

type Rule = {
  text: string;
  /** Matches a line that violates the rule. */
  violation: RegExp;
  /** Files in which such lines are allowed. */
  allowed: RegExp;
};

const TEST = String.raw`\.test\.tsx?$|^(libs|services)/[^/]+/test/|^gateway/test/|^tests/|^libs/testing/`;

const RULES: Rule[] = [
  {
    text: 'SQL only in *.store.ts',
    violation: /\.query(<.*>)?\(/,
    // Transactions, the relay's lock and LISTEN, provisioning: no queries on tables.
    allowed: new RegExp(
      String.raw`\.store\.ts$|^libs/postgres/|^libs/events/relay-connection\.ts$|^infra/|${TEST}`,
    ),
  },
  {
    text: 'a query of a store is a statement() with types from Postgres',
    violation: /\.query(<.*>)?\(/,
    // Statements that are built at run time, with an explicit row type: the SQL tool, sorted accounts
    // and hunts, and the invariants, whose checks are data.
    allowed: new RegExp(
      String.raw`^(?!.*\.store\.ts$)|^services/admin/src/sql/sql\.store\.ts$|` +
        String.raw`^services/auth/src/accounts/accounts\.store\.ts$|` +
        String.raw`^services/catalog/src/hunts/hunt-list\.store\.ts$|` +
        String.raw`^services/admin/src/invariants/(checks|repairs|sources)\.store\.ts$|` +
        String.raw`^infra/local/invariants/invariants\.store\.ts$`,
    ),
  },
  {
    text: 'only config.ts reads the environment',
    violation: /process\.env\b/,
    allowed: new RegExp(
      String.raw`(^|/)config\.ts$|^infra/local/|^web/(vite|prerender)\.?.*\.ts$|${TEST}`,
    ),
  },
  {
    text: 'a test waits on a condition (waitUntil, expect.poll), not for a time',
    violation: /new Promise\(.*\bsetTimeout\(|\bsleep\(|\.waitForTimeout\(/,
    // With fake timers, and with a timer that the test aborts.
    allowed: new RegExp(
      String.raw`^(?!.*\.test\.tsx?$)|^infra/local/test/source-timeouts\.test\.ts$|` +
        String.raw`^infra/local/run-all\.test\.ts$`,
    ),
  },
];

const faults = [...listSources().flatMap(check), ...findSecondWriters()];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function listSources(): string[] {
  return globSync('{libs,services,gateway,web,infra,tests}/**/*.{ts,tsx,js,mjs}', {
    exclude: ['**/node_modules/**', '**/dist/**', '**/.local/**'],
  }).map((path) => path.replaceAll('\\', '/'));
}

function check(path: string): string[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const tooLong =
    lines.length > MAX_LINES ? [`${path}: ${lines.length} lines; a file has at most 300`] : [];
  return [...tooLong, ...RULES.flatMap((rule) => runCheck(rule, path, lines))];
}

function runCheck({ text, violation, allowed }: Rule, path: string, lines: string[]): string[] {
  if (allowed.test(path)) return [];
  return lines.flatMap((line, index) =>
    violation.test(line) ? [`${path}:${index + 1}: ${text}`] : [],
  );
}
