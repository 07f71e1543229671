import { parseArgs } from 'node:util';

export type ResilienceRun = {
  /** Paths or parts of paths of test files, as `npm test` accepts them. */
  paths: string[];
  /** Environment variables that these tests read. */
  variables: Record<string, string>;
};

const OPTIONS = {
  seed: { type: 'string' },
  minutes: { type: 'string' },
  kills: { type: 'string' },
  fuzz: { type: 'string' },
  cluster: { type: 'boolean' },
} as const;

/**
 * The arguments of `npm run resilience`. `--minutes`, `--kills` and `--seed` run random faults only, for
 * so long or until so many kills; `--fuzz 500` so many requests to each route, `--cluster` the
 * clusters of the engines; without any of them all of tests/resilience run.
 */
export function parseResilienceOptions(args: readonly string[]): ResilienceRun {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  const variables: Record<string, string> = {};
  for (const name of ['seed', 'minutes', 'kills', 'fuzz'] as const) {
    const value = values[name];
    if (value === undefined) continue;
    if (!(Number(value) > 0)) throw new Error(`--${name} is a positive number, not ${value}`);
    variables[`RESILIENCE_${name.toUpperCase()}`] = value;
  }
  const isOfFaults = values.minutes || values.kills || (values.seed && !values.fuzz);
  const paths = [
    ...(values.fuzz ? ['tests/e2e/fuzz'] : []),
    ...(isOfFaults ? ['tests/resilience/random-faults'] : []),
    ...(values.cluster ? ['tests/resilience/cluster.test'] : []),
    ...positionals,
  ];
  return { paths: paths.length > 0 ? paths : ['tests/resilience'], variables };
}
