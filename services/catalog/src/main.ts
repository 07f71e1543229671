import { maskConfig } from '@cairn/service-kit/config.ts';
import { runProcess } from '@cairn/service-kit/lifecycle.ts';
import { createListener } from './app.ts';
import { loadConfig } from './config.ts';
import { createCatalog } from './service.ts';

const config = loadConfig();
const service = createCatalog(config);
service.logger.info({ config: maskConfig(config) }, 'process.configured');

await runProcess({
  logger: service.logger,
  port: config.PORT,
  host: config.HOST,
  app: createListener(service),
  backgroundServices: service.backgroundServices,
});
