import { runChecks } from './project-checks.ts';
import { createSteps } from './steps.ts';
import { listenForStop } from './stop-request.ts';

const steps = createSteps();
const stop = listenForStop(steps.say);
try {
  const results = await runChecks(steps, stop.signal);
  const broken = results.filter(({ fault }) => fault !== null).map(({ name }) => name);
  steps.say(broken.length === 0 ? '\nAll checks pass.' : `\nFailed: ${broken.join(', ')}`);
  process.exit(broken.length === 0 ? 0 : 1);
} catch (error) {
  if (!stop.signal.aborted) throw error;
  process.exit(stop.exitCode());
}
