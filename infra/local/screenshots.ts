import { join } from 'node:path';
import { requireChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import { LOCAL, logFileOf, ROOT } from './paths.ts';
import { runTask } from './task.ts';
import { withStack } from './with-stack.ts';

// `npm run screenshots [-- endpoints.json]`: every page in four settings, on a running Cairn
// (this folder's, or the given endpoints.json), or else on one started for this.
const FOLDER = join(LOCAL, 'screenshots');

await runTask(async (task) => {
  const { steps, signal } = task;
  await withStack(process.argv[2], task, async (endpoints) => {
    const chromium = await requireChromium(task);
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
  });
  steps.say(`\nOpen ${join(FOLDER, 'index.html')}`);
  return 0;
});
