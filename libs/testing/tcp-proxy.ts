import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
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

/** A TCP proxy on 127.0.0.1 whose connections can hang and break. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(target.port, target.host);
    sockets.add(near).add(far);
    near.on('data', (bytes) => isFrozen || far.write(bytes));
    far.on('data', (bytes) => isFrozen || near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
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
