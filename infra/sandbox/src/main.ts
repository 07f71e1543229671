import { createSandbox } from './app.ts';
import { readConfig } from './config.ts';
import { logToStdout } from './log.ts';

const GRACE_MS = 3000;

const config = readConfig();
const sandbox = createSandbox(config);
const servers = config.hosts.map((host) =>
  sandbox.app.listen(config.port, host, (error) => {
    // IPv6 may be unavailable.
    const isMissing = error && 'code' in error && error.code === 'EADDRNOTAVAIL';
    if (error && !(isMissing && host === '::1')) throw error;
    logToStdout('sandbox.started', { port: config.port, host });
  }),
);
sandbox.tiles.start();

function stop(): void {
  logToStdout('sandbox.stopping');
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  for (const server of servers) {
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  }
  void Promise.all(closed).then(() => {
    sandbox.close();
    process.exit(0);
  });
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
