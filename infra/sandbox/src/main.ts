import { createSandbox } from './app.ts';
import { readConfig } from './config.ts';
import { logToStdout } from './log.ts';

const GRACE_MS = 3000;

const config = readConfig();
const sandbox = createSandbox(config);
const server = sandbox.app.listen(config.port, (error) => {
  if (error) throw error;
  logToStdout('sandbox.started', { port: config.port });
});

function stop(): void {
  logToStdout('sandbox.stopping');
  server.close(() => {
    sandbox.close();
    process.exit(0);
  });
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
