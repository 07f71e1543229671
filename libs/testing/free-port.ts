import { createServer } from 'node:net';

/** Below the ephemeral port range: the system assigns none of these while their server is stopped. */
const PORTS = { first: 12_000, count: 8_000 };

/** A port for a server that restarts, or for a process that needs its port as configuration. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
