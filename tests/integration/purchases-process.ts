import { flushCompileCache } from 'node:module';
import { listen } from '@cairn/service-kit/listen.ts';
import { neverRevoked } from '@cairn/testing/identity.ts';
import { createApp } from '../../services/payment/src/app.ts';
import { loadConfig } from '../../services/payment/src/config.ts';
import { createPayment } from '../../services/payment/src/service.ts';
import { createOwnBus } from './purchases-bus.ts';

// payment as a crashable process: it kills itself before publishing to Kafka, while publishing, or
// after Kafka's acknowledgement but before the outbox records it.
// A killed process stores no compile cache at its end.
flushCompileCache();
const [prefix = '', dieAt = 'never'] = process.argv.slice(2);
const config = loadConfig();
const bus = createOwnBus(config.KAFKA_BROKERS, prefix);
const context = createPayment(config, {
  revocations: neverRevoked,
  bus: {
    ...bus,
    async publish(messages) {
      if (dieAt === 'before-sending') die();
      const sending = bus.publish(messages);
      if (dieAt === 'while-sending') setImmediate(die);
      await sending;
      if (dieAt === 'after-acknowledgement') die();
    },
  },
});
for (const service of context.backgroundServices) await service.start?.();
const [server] = await listen(createApp(context), { port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
process.send?.(server?.address());

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
