import { maskConfig } from '@cairn/service-kit/config.ts';
import { runProcess } from '@cairn/service-kit/lifecycle.ts';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { createContext } from './context.ts';

const config = loadConfig();
const context = createContext(config);
context.logger.info({ config: maskConfig(config) }, 'process.configured');

await runProcess({
  logger: context.logger,
  port: config.PORT,
  host: config.HOST,
  app: createApp(context),
  backgroundServices: context.backgroundServices,
});
