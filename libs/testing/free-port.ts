import { createServer } from 'node:net';

/** Below what systems hand out by themselves: nobody is given one while its owner is away. */
const PORTS = { first: 12_000, count: 8_000 };

/** For a server that ends and comes back, or a process that is told where to listen. */
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
