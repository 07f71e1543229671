import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listChangedTests } from './changed-tests.ts';
import { findOrInstallChromium } from './chromium.ts';
import {
  bringUpInfrastructure,
  type ServedInfrastructure,
  testServerOptions,
  variablesOf,
} from './infrastructure.ts';
import { binOf, CACHE, ROOT } from './paths.ts';
import { killGroup, recordProcess, removeProcessRecord, sendSignal } from './process-registry.ts';
import { runChecks } from './project-checks.ts';
import { runAllOrAbort } from './run-all.ts';
import { TEST_RUN } from './started-processes.ts';
import { createSteps } from './steps.ts';
import { Interrupted, listenForStop } from './stop-request.ts';
import type { TestSummary } from './summary-reporter.ts';
import { type SupervisedProcess, stopAll } from './supervisor.ts';
import { countBrowserTests, selectTests } from './test-selection.ts';
import { closeTestState, endTestRun, openTestState, stackStateOf } from './test-state.ts';
import { buildWeb, pathWithPinnedNode } from './web-build.ts';

/** What the selected tests need. */
type Prepared = { infrastructure?: ServedInfrastructure; chromium?: string };

const CHANGED = '--changed';
const given = process.argv.slice(2);
const isChanged = given.includes(CHANGED);
const filters = isChanged ? listChanged() : given;
const isCi = Boolean(process.env['CI']);
const selection = selectTests(filters);
const selected = new Set(selection.projects);
const KILL_AFTER_MS = 8000;

const steps = createSteps();
const stop = listenForStop(steps.say);
const summary: TestSummary = { passed: 0, failed: 0, skipped: 0 };
const processes: SupervisedProcess[] = [];
const directory = await openTestState();
const run = `${process.pid}-${Date.now()}`;

try {
  if (selected.size === 0 && !isChanged) fail(`no test file fits ${filters.join(' ')}`);
  const prepared: Prepared = {};
  await runAllOrAbort(stop.signal, [
    runProjectChecks,
    async (signal) => {
      if (!isOnlyUnit()) prepared.infrastructure = await startInfrastructure(signal);
      if (selected.has('browser') || selected.has('browser-serial')) {
        const chromium = await prepareBrowser(signal);
        if (chromium) prepared.chromium = chromium;
      }
    },
  ]);
  await runVitest(prepared);
} catch (error) {
  if (!(error instanceof Interrupted)) fail(error instanceof Error ? error.message : String(error));
}
await cleanUp();
if (stop.signal.aborted) steps.say('Interrupted.');
steps.say(`${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped`);
process.exit(stop.signal.aborted ? stop.exitCode() : summary.failed > 0 ? 1 : 0);

function fail(text: string): void {
  summary.failed++;
  steps.say(`✗ ${text}`);
}

function listChanged(): string[] {
  const files = listChangedTests({ ...process.env, PATH: pathWithPinnedNode(process.env) });
  // Without a file there must be no filter that fits all.
  return files.length > 0 ? files : ['no changed test'];
}

/** Unit tests and those of the web app's components use no server. */
function isOnlyUnit(): boolean {
  return [...selected].every((name) => name === 'unit' || name === 'web');
}

async function runProjectChecks(signal: AbortSignal): Promise<void> {
  if (!selection.isWhole)
    return steps.say('Running selected tests only, without the project checks.');
  const results = await runChecks(steps, signal);
  summary.failed += results.filter(({ fault }) => fault !== null).length;
}

/** Tests never use the servers of `npm start`; the environment may provide others. */
async function startInfrastructure(signal: AbortSignal): Promise<ServedInfrastructure> {
  const infrastructure = await bringUpInfrastructure({
    ...(await testServerOptions()),
    ...{ stateDirectory: directory, steps, signal, processes },
    isKafkaNeeded: selection.isKafkaNeeded,
    environment: {
      ...process.env,
      POSTGRES_URL: process.env['TEST_POSTGRES_URL'],
      REDIS_URL: process.env['TEST_REDIS_URL'],
      KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'],
    },
  });
  const { postgres, redis, kafka } = infrastructure.sources;
  steps.say(`Postgres: ${postgres}\nRedis: ${redis}\nKafka: ${kafka}`);
  return infrastructure;
}

/** The browser's path. Null skips the browser tests, which is a failure in CI. */
async function prepareBrowser(signal: AbortSignal): Promise<string | null> {
  const chromium = await findOrInstallChromium({ environment: process.env, steps, signal });
  if (typeof chromium === 'string') {
    await buildWeb({ steps, signal, environment: process.env }).catch((error: Error) => {
      signal.throwIfAborted();
      fail(error.message);
    });
    return chromium;
  }
  summary.skipped += countBrowserTests(filters);
  const text = `No browser tests (${summary.skipped} are skipped): ${chromium.unavailable}`;
  if (isCi) fail(text);
  else steps.say(text);
  return null;
}

async function runVitest({ infrastructure, chromium }: Prepared): Promise<void> {
  const summaryFile = join(directory, 'summary.json');
  const reporters = ['default', join(ROOT, 'infra', 'local', 'summary-reporter.ts')];
  const args = ['run', ...reporters.map((reporter) => `--reporter=${reporter}`)];
  if (!chromium) for (const name of ['browser', 'browser-serial'] as const) selected.delete(name);
  if (selected.size === 0) return;
  const projects = [...selected].map((name) => `--project=${name}`);
  const others = filters.filter((filter) => !filter.startsWith('--project='));
  const vitest = spawn(binOf('vitest'), [...args, ...projects, ...others], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      PATH: pathWithPinnedNode(process.env),
      // As for the processes of Cairn: those that tests start begin a third sooner.
      ...(process.env['PROCESS_COVERAGE'] ? {} : { NODE_COMPILE_CACHE: join(CACHE, 'node') }),
      [TEST_RUN]: run,
      TEST_SUMMARY_FILE: summaryFile,
      TEST_STATE_DIRECTORY: stackStateOf(directory),
      ...(infrastructure ? variablesOf(infrastructure) : {}),
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    },
  });
  const code = await endOfVitest(vitest);
  stop.signal.throwIfAborted();
  if (existsSync(summaryFile)) {
    const counted = JSON.parse(readFileSync(summaryFile, 'utf8')) as TestSummary;
    for (const key of ['passed', 'failed', 'skipped'] as const) summary[key] += counted[key];
    if (code !== 0 && counted.failed === 0) fail(`vitest ended with ${code}`);
  } else fail(`vitest ended with ${code} and counted nothing`);
}

function endOfVitest(vitest: ReturnType<typeof spawn>): Promise<number | string> {
  const { pid } = vitest;
  if (!pid) return Promise.resolve('an error: it cannot be run');
  stop.signal.addEventListener('abort', () => {
    sendSignal(pid, 'SIGTERM');
    setTimeout(() => killGroup(pid), KILL_AFTER_MS).unref();
  });
  recordProcess(directory, {
    name: 'vitest',
    pid,
    stopSignal: 'SIGTERM',
    stopWithinMs: KILL_AFTER_MS,
    stopOrder: 1,
  });
  return new Promise((resolve) => {
    vitest.on('exit', (code, signal) => {
      removeProcessRecord(directory, 'vitest');
      resolve(code ?? signal ?? 'nothing');
    });
  });
}

/** Ends leftover processes; without an interruption they are a failure of the tests. */
async function cleanUp(): Promise<void> {
  await steps.run('Stopping', async () => {
    const wasInterrupted = stop.signal.aborted;
    const stack = await closeTestState(stackStateOf(directory));
    const left = [...stack, ...(await endTestRun(run))];
    await stopAll(processes);
    await closeTestState(directory);
    if (!wasInterrupted) for (const name of left) fail(`left running after the tests: ${name}`);
  });
}
