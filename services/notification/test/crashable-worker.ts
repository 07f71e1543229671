import { flushCompileCache } from 'node:module';
import { loadWorkerConfig } from '../src/config.ts';
import { createWorkerService } from '../src/worker-service.ts';

// The worker as a separate process that a test kills: `crashable-worker.ts <queue prefix>`, and the
// timing of its queues as JSON if it is not the service's.
// A killed process stores no compile cache at its end.
flushCompileCache();
const [queuePrefix = '', timing] = process.argv.slice(2);
const { backgroundServices } = createWorkerService(loadWorkerConfig(), {
  queuePrefix,
  ...(timing ? { queueTiming: JSON.parse(timing) } : {}),
});
for (const service of backgroundServices) await service.start?.();
process.on('disconnect', () => process.exit());
process.send?.('started');
