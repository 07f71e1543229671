import { getInfrastructure } from './config.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A TCP proxy with the URL of Redis through it. */
export type RedisLink = TcpProxy & { url: string };

/** A TCP proxy to Redis that can hang. */
export async function startRedisLink(): Promise<RedisLink> {
  const redisUrl = new URL(getInfrastructure().redisUrl);
  const { hostname, port } = redisUrl;
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  redisUrl.hostname = '127.0.0.1';
  redisUrl.port = String(proxy.port);
  return { ...proxy, url: redisUrl.href.replace(/\/$/, '') };
}
