import { checkLaws } from './law-checks.ts';
import { createSteps } from './steps.ts';
import { listenForStop } from './stop-request.ts';

const steps = createSteps();
const stop = listenForStop(steps.say);
try {
  const laws = await checkLaws(steps, stop.signal);
  const broken = laws.filter((law) => law.fault !== null).map((law) => law.name);
  steps.say(broken.length === 0 ? '\nAll laws hold.' : `\nBroken: ${broken.join(', ')}`);
  process.exit(broken.length === 0 ? 0 : 1);
} catch (error) {
  if (!stop.signal.aborted) throw error;
  process.exit(stop.exitCode());
}
