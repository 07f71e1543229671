import { globSync, readFileSync } from 'node:fs';

// The laws of DESIGN 2 and 6 that are not about imports; those are in .dependency-cruiser.mjs.

const MOST_LINES = 300;

type Law = {
  text: string;
  /** Matches a line that breaks it. */
  breach: RegExp;
  /** Files in which the line may stand. */
  allowed: RegExp;
};

const TEST = String.raw`\.test\.tsx?$|^(libs|services)/[^/]+/test/|^gateway/test/|^tests/|^libs/testing/`;

const LAWS: Law[] = [
  {
    text: 'SQL only in *.store.ts',
    breach: /\.query(<.*>)?\(/,
    // Transactions, the relay's lock and LISTEN, provisioning: no statement on a table.
    allowed: new RegExp(
      String.raw`\.store\.ts$|^libs/postgres/|^libs/events/relay-connection\.ts$|^infra/|${TEST}`,
    ),
  },
  {
    text: 'only config.ts reads the environment',
    breach: /process\.env\b/,
    allowed: new RegExp(
      String.raw`(^|/)config\.ts$|^infra/local/|^web/(vite|prerender)\.?.*\.ts$|${TEST}`,
    ),
  },
];

const faults = listSources().flatMap(check);
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
    lines.length > MOST_LINES ? [`${path}: ${lines.length} lines; a file has at most 300`] : [];
  return [...tooLong, ...LAWS.flatMap((law) => checkLaw(law, path, lines))];
}

function checkLaw({ text, breach, allowed }: Law, path: string, lines: string[]): string[] {
  if (allowed.test(path)) return [];
  return lines.flatMap((line, index) =>
    breach.test(line) ? [`${path}:${index + 1}: ${text}`] : [],
  );
}
