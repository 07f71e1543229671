import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import { LOCAL, logFileOf, ROOT } from './paths.ts';
import { createSteps } from './steps.ts';
import { listenForStop } from './stop-request.ts';
import { withStack } from './with-stack.ts';

// `npm run screenshots [-- endpoints.json]`: every page in four settings, on a running Cairn
// (this folder's, or the given endpoints.json), or else on one started for this.
const FOLDER = join(LOCAL, 'screenshots');
const steps = createSteps();
const { signal } = listenForStop(steps.say);

try {
  await withStack(process.argv[2], takeAll, { steps, signal });
  steps.say(`\nOpen ${join(FOLDER, 'index.html')}`);
} catch (error) {
  steps.say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
process.exit();

async function takeAll(endpoints: string): Promise<void> {
  const chromium = await findOrInstallChromium({ environment: process.env, steps, signal });
  if (typeof chromium !== 'string') throw new Error(chromium.unavailable);
  const script = join(ROOT, 'tests', 'screenshots', 'take.ts');
  await steps.run('Taking the screenshots', (detail) =>
    runCommand(process.execPath, [script, endpoints, chromium, FOLDER], {
      directory: ROOT,
      environment: process.env,
      logFile: logFileOf(LOCAL, 'screenshots'),
      onLine: detail,
      signal,
    }),
  );
}
