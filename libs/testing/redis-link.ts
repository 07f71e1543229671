import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { getInfrastructure } from './config.ts';

export type RedisLink = {
  /** URL of Redis through the proxy. */
  url: string;
  /** Stops forwarding without closing connections. */
  freeze(): void;
  thaw(): void;
  /** Existing connections stay open but silent, as after the loss of a machine; new ones work. */
  strand(): void;
  /** Closes connections and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
};

/** A TCP proxy to Redis that can hang. */
export async function startRedisLink(): Promise<RedisLink> {
  const redisUrl = new URL(getInfrastructure().redisUrl);
  const { hostname, port } = redisUrl;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    sockets.add(near).add(far);
    near.on('data', (bytes) => isFrozen || far.write(bytes));
    far.on('data', (bytes) => isFrozen || near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  redisUrl.hostname = '127.0.0.1';
  redisUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: redisUrl.href.replace(/\/$/, ''),
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    strand() {
      for (const socket of sockets) socket.removeAllListeners('data');
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend() {
      isCut = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
