import { maskConfig } from '@cairn/service-kit/config.ts';
import { runProcess } from '@cairn/service-kit/lifecycle.ts';
import { loadWorkerConfig } from './config.ts';
import { createWorkerApp, createWorkerService } from './worker-service.ts';

const config = loadWorkerConfig();
const service = createWorkerService(config);
service.logger.info({ config: maskConfig(config) }, 'process.configured');

await runProcess({
  logger: service.logger,
  port: config.PORT,
  host: config.HOST,
  app: createWorkerApp(service),
  backgroundServices: service.backgroundServices,
});
