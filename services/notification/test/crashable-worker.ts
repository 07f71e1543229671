import { loadWorkerConfig } from '../src/config.ts';
import { createWorkerContext } from '../src/worker-context.ts';

// The worker as a separate process that a test kills: `crashable-worker.ts <queue prefix>`.
const { backgroundServices } = createWorkerContext(loadWorkerConfig(), {
  queuePrefix: process.argv[2] ?? '',
});
for (const service of backgroundServices) await service.start?.();
process.on('disconnect', () => process.exit());
process.send?.('started');
