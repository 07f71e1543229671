import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createRedis } from '../redis.ts';

describe('createRedis', () => {
  it('asks the sentinels of the URL for the master of its host name', () => {
    const login = 'sentinelUsername=watch&sentinelPassword=p%26q';
    const redis = createRedis(`redis://auth:s%3A1@cairn/2?sentinels=a:1,b&${login}`, {});
    expect(redis.options).toMatchObject({
      sentinels: [
        { host: 'a', port: 1 },
        { host: 'b', port: 26379 },
      ],
      name: 'cairn',
      username: 'auth',
      password: 's:1',
      db: 2,
      sentinelUsername: 'watch',
      sentinelPassword: 'p&q',
    });
    expect(redis.options.sentinelTLS).toBeUndefined();
  });

  it('uses TLS to the sentinels and to the master with rediss', () => {
    const { options } = createRedis('rediss://auth:secret@cairn?sentinels=a:1', {});
    expect(options).toMatchObject({ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true });
  });

  it('connects to the server of a URL without sentinels', () => {
    const { options } = createRedis('redis://auth:secret@server:7000', {});
    expect(options).toMatchObject({ host: 'server', port: 7000, username: 'auth' });
  });
});

describe('a server that became a replica', () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) {
        const isWrite = /\r\nset\r\n/i.test(command);
        socket.write(isWrite ? "-READONLY You can't write against a replica.\r\n" : '+OK\r\n');
      }
    });
  });
  afterAll(() => void server.close());

  it('is left: the client opens a new connection after READONLY', async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const redis = createRedis(url, { enableReadyCheck: false, retryStrategy: () => 10 });
    redis.on('error', () => {});
    await redis.connect();
    await expect(redis.set('key', 'value')).rejects.toThrow('READONLY');
    await waitUntil(() => connections > 1, { what: 'a second connection' });
    redis.disconnect();
  });
});
