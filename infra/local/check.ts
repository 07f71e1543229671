import { runChecks } from './project-checks.ts';
import { runTask } from './task.ts';

await runTask(async ({ steps, signal }) => {
  const results = await runChecks(steps, signal);
  const broken = results.filter(({ fault }) => fault !== null).map(({ name }) => name);
  steps.say(broken.length === 0 ? '\nAll checks pass.' : `\nFailed: ${broken.join(', ')}`);
  return broken.length === 0 ? 0 : 1;
});
