import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Maximum header size of services, in bytes. The gateway accepts a quarter of it (Node's default,
 * 16 KiB), because percent-encoding may triple a URL and the gateway adds headers.
 */
const MAX_HEADER_BYTES = 64 * 1024;
/** Longer than the idle timeout of any proxy in front, so that no connection is closed in use. */
const KEEP_ALIVE_MS = 75_000;

/** Both loopback addresses, 127.0.0.1 and ::1. */
export const LOOPBACK = 'localhost';

export type ListenOptions = {
  /** 0 picks a free port. */
  port: number;
  /** An address, such as `0.0.0.0` in a container. The default is both loopback addresses. */
  host?: string | undefined;
  maxHeaderBytes?: number | undefined;
  /** Called before a server accepts connections. */
  prepare?: ((server: Server) => void) | undefined;
};

/** One server per address, all on one port. Rejects with the system error, such as EADDRINUSE. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Server[]> {
  const { port, host = LOOPBACK } = options;
  if (host !== LOOPBACK) return [await listenOn(host, port, { app, options })];
  const ipv4 = await listenOn('127.0.0.1', port, { app, options });
  try {
    return [ipv4, await listenOn('::1', portOf([ipv4]), { app, options })];
  } catch (error) {
    if (isWithoutIpv6(error)) return [ipv4];
    ipv4.close();
    throw error;
  }
}

/** The port that the servers of `listen` share. */
export function portOf(servers: readonly Server[]): number {
  const address = servers[0]?.address() as AddressInfo | null | undefined;
  if (!address) throw new Error('no server listens');
  return address.port;
}

async function listenOn(
  host: string,
  port: number,
  { app, options }: { app: RequestListener; options: ListenOptions },
): Promise<Server> {
  const { maxHeaderBytes: maxHeaderSize = MAX_HEADER_BYTES, prepare } = options;
  const server = createServer({ maxHeaderSize, keepAliveTimeout: KEEP_ALIVE_MS }, app);
  prepare?.(server);
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

function isWithoutIpv6(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}
