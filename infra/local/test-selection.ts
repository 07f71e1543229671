import { globSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { ROOT } from './paths.ts';
import { PROJECTS, type ProjectName } from './test-projects.ts';

export type TestSelection = {
  /** The projects with at least one selected file, without resilience unless it is named. */
  projects: ProjectName[];
  /** Without arguments: every test and the project checks. */
  isWhole: boolean;
  /** Postgres and Redis start within a second, Kafka within seconds of two cores. */
  isKafkaNeeded: boolean;
};

const NAMES = Object.keys(PROJECTS) as ProjectName[];
const PROJECT = '--project=';

/** What `npm test -- <args>` runs: paths or parts of paths, then options of vitest. */
export function selectTests(args: readonly string[]): TestSelection {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const paths = (firstOption < 0 ? args : args.slice(0, firstOption)).map(relativePath);
  const named = args
    .filter((arg) => arg.startsWith(PROJECT))
    .map((arg) => arg.slice(PROJECT.length));
  const isWanted = (name: ProjectName) =>
    named.length > 0
      ? named.includes(name)
      : name !== 'resilience' || paths.some((path) => path.includes(name));
  const isSelected = (file: string) => paths.length === 0 || fits(file, paths);
  const selected = NAMES.filter(isWanted)
    .map((name) => ({ name, files: filesOf(name).filter(isSelected) }))
    .filter(({ files }) => files.length > 0);
  return {
    projects: selected.map(({ name }) => name),
    isWhole: args.length === 0,
    isKafkaNeeded: selected.some(({ name, files }) => files.some((file) => usesKafka(name, file))),
  };
}

/** A component test gets the brokers from `getInfrastructure` itself, not through its harness. */
function usesKafka(project: ProjectName, file: string): boolean {
  if (project === 'unit' || project === 'web') return false;
  if (project !== 'component') return true;
  return /kafkaBrokers|TEST_KAFKA_BROKERS/.test(readFileSync(join(ROOT, file), 'utf8'));
}

export function filesOf(name: ProjectName): string[] {
  const { include, exclude } = PROJECTS[name];
  return globSync(include, { cwd: ROOT, exclude }).map((file) => file.replaceAll('\\', '/'));
}

function fits(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file.includes(path));
}

/** Without a line number, `file.test.ts:12`. */
function relativePath(arg: string): string {
  const path = arg.replace(/:\d+$/, '');
  return isAbsolute(path) ? relative(ROOT, path) : path.replace(/^\.\//, '');
}

/** A test at the start of a line; a table of tests counts as one. */
const TEST = /^\s*(?:it|test)(?:\.\w+)*\(/gm;

/** Counts the browser tests that match vitest's filters by source text; they cannot be loaded without a browser. */
export function countBrowserTests(filters: readonly string[]): number {
  return globSync('tests/e2e/**/*.test.ts', { cwd: ROOT })
    .filter((file) => filters.length === 0 || fits(file, filters))
    .map((file) => readFileSync(join(ROOT, file), 'utf8').match(TEST)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}
