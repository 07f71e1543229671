import { startTcpProxy, type TcpProxy } from '@cairn/testing/tcp-proxy.ts';
import type { Inside } from '../e2e/inside.ts';
import type { LinkName } from './fault-sequence.ts';

export type FaultyLinks = {
  proxies: Record<LinkName, TcpProxy>;
  /** Replaces the addresses of the servers in the value of a variable by those of the proxies. */
  replace(value: string): string;
  stop(): Promise<void>;
};

/**
 * TCP proxies to Postgres, Redis and the providers. None to Kafka, whose clients connect to the
 * address that the broker names: restarting it breaks all its connections instead.
 */
export async function startFaultyLinks(inside: Inside): Promise<FaultyLinks> {
  const targets: Record<LinkName, URL> = {
    postgres: new URL(inside.databaseUrl),
    redis: new URL(inside.redisUrl),
    sandbox: new URL(inside.environments.gateway['SANDBOX_URL'] ?? ''),
  };
  const started = await Promise.all(
    Object.entries(targets).map(async ([name, { hostname, port, host }]) => {
      const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
      return { name: name as LinkName, host, proxy };
    }),
  );
  return {
    proxies: Object.fromEntries(started.map(({ name, proxy }) => [name, proxy])) as Record<
      LinkName,
      TcpProxy
    >,
    replace: (value) =>
      started.reduce(
        (text, { host, proxy }) => text.replaceAll(host, `127.0.0.1:${proxy.port}`),
        value,
      ),
    stop: async () => void (await Promise.all(started.map(({ proxy }) => proxy.stop()))),
  };
}
