import { loadWorkerConfig } from '../src/config.ts';
import { createWorkerService } from '../src/worker-service.ts';

// The worker as a separate process that a test kills: `crashable-worker.ts <queue prefix>`.
const { backgroundServices } = createWorkerService(loadWorkerConfig(), {
  queuePrefix: process.argv[2] ?? '',
});
for (const service of backgroundServices) await service.start?.();
process.on('disconnect', () => process.exit());
process.send?.('started');
