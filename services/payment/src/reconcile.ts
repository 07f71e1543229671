import { loadConfig } from './config.ts';
import type { OnProgress } from './reconciliation/comparison.ts';
import { createPayment } from './service.ts';

// `npm run reconcile`, next to the running service and under the same lock. Exits with 1 where a
// problem needs a person, and with 2 where another process is running a reconciliation.
const PROGRESS_MS = 1_000;
let reportedAt = 0;

const report: OnProgress = ({ step, done, total }) => {
  if (done < total && Date.now() - reportedAt < PROGRESS_MS) return;
  reportedAt = Date.now();
  process.stderr.write(`${step}: ${done} of ${total}\n`);
};

const context = createPayment(loadConfig());
const summary = await context.reconciliation.run(undefined, report);
const text = summary ? JSON.stringify(summary, null, 2) : 'Another copy is running it.';
process.stdout.write(`${text}\n`);
for (const service of context.backgroundServices.toReversed()) await service.stop();
process.exitCode = summary ? Math.min(summary.problems.length, 1) : 2;
