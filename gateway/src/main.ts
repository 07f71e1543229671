import { maskConfig } from '@cairn/service-kit/config.ts';
import { runProcess } from '@cairn/service-kit/lifecycle.ts';
import { createListener } from './app.ts';
import { loadConfig } from './config.ts';
import { handleParserErrors, MAX_HEADER_BYTES } from './parser-errors.ts';
import { createGateway } from './service.ts';

const config = loadConfig();
const service = createGateway(config);
service.logger.info({ config: maskConfig(config) }, 'process.configured');
await runProcess({
  logger: service.logger,
  port: config.PORT,
  host: config.HOST,
  app: createListener(service),
  backgroundServices: service.backgroundServices,
  maxHeaderBytes: MAX_HEADER_BYTES,
  prepare: (server) => handleParserErrors(server, service.logger),
});
