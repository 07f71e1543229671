import { createMemoryBus } from '@cairn/events/memory.ts';
import { listen } from '@cairn/service-kit/listen.ts';
import { neverRevoked } from '@cairn/testing/identity.ts';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { createContext } from '../src/context.ts';

// The service in a process of its own, to be killed at any moment. Told of by IPC.
const context = createContext(loadConfig(), {
  bus: createMemoryBus(),
  revocations: neverRevoked,
});
for (const part of context.parts) await part.start?.();
const [server] = await listen(createApp(context), { port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
process.send?.(server?.address());
