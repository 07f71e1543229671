import { maskConfig } from '@cairn/service-kit/config.ts';
import { runProcess } from '@cairn/service-kit/lifecycle.ts';
import { loadWorkerConfig } from './config.ts';
import { createWorkerApp, createWorkerContext } from './worker-context.ts';

const config = loadWorkerConfig();
const context = createWorkerContext(config);
context.logger.info({ config: maskConfig(config) }, 'process.configured');

await runProcess({
  logger: context.logger,
  port: config.PORT,
  host: config.HOST,
  app: createWorkerApp(context),
  backgroundServices: context.backgroundServices,
});
