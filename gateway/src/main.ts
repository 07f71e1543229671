import { maskConfig } from '@cairn/service-kit/config.ts';
import { runProcess } from '@cairn/service-kit/lifecycle.ts';
import { createListener } from './app.ts';
import { loadConfig } from './config.ts';
import { createContext } from './context.ts';
import { handleParserErrors, MAX_HEADER_BYTES } from './parser-errors.ts';

const config = loadConfig();
const context = createContext(config);
context.logger.info({ config: maskConfig(config) }, 'process.configured');
await runProcess({
  logger: context.logger,
  port: config.PORT,
  host: config.HOST,
  app: createListener(context),
  backgroundServices: context.backgroundServices,
  maxHeaderBytes: MAX_HEADER_BYTES,
  prepare: (server) => handleParserErrors(server, context.logger),
});
