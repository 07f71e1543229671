import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type ListenOptions, listen } from '../listen.ts';

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');
const outer = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;

let servers: Server[] = [];
afterEach(async () => {
  for (const server of servers) server.close();
  servers = [];
});

async function start(
  options: Partial<ListenOptions> = {},
): Promise<(host: string) => Promise<number>> {
  const port = await findFreePort();
  servers = await listen((_request, response) => void response.end('ok'), { port, ...options });
  return async (host) => {
    const answer = await fetch(`http://${host}:${port}/`).catch(() => null);
    await answer?.text();
    return answer?.status ?? 0;
  };
}

describe('listen', () => {
  it('binds to both loopback addresses and to no other', async () => {
    const statusAt = await start();
    expect(await statusAt('127.0.0.1')).toBe(200);
    if (hasIpv6) expect(await statusAt('[::1]')).toBe(200);
    if (outer) expect(await statusAt(outer)).toBe(0);
  });

  it.runIf(outer)('binds to every interface with the host 0.0.0.0', async () => {
    const statusAt = await start({ host: '0.0.0.0' });
    expect(await statusAt('127.0.0.1')).toBe(200);
    expect(await statusAt(`${outer}`)).toBe(200);
  });

  it('rejects if the port is in use, and releases its other addresses', async () => {
    const port = await findFreePort();
    const [other] = await listen(() => {}, { port, host: hasIpv6 ? '::1' : '127.0.0.1' });
    try {
      await expect(listen(() => {}, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
      servers = await listen(() => {}, { port, host: hasIpv6 ? '127.0.0.1' : '127.0.0.2' });
    } finally {
      other?.close();
    }
  });
});
