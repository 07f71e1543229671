import { createMemoryBus } from '@cairn/events/memory.ts';
import { listen } from '@cairn/service-kit/listen.ts';
import { neverRevoked } from '@cairn/testing/identity.ts';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { createPayment } from '../src/service.ts';

// The service as a separate process, which tests kill. Sends its address to the parent by IPC.
const context = createPayment(loadConfig(), {
  bus: createMemoryBus(),
  revocations: neverRevoked,
});
for (const service of context.backgroundServices) await service.start?.();
const [server] = await listen(createApp(context), { port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
process.send?.(server?.address());
