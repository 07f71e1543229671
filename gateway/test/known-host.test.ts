import { hostname, networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { sendRaw, statusOf } from './raw-request.ts';
import { startUpstream, type UpstreamServer } from './upstream-server.ts';

const address = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

let upstream: UpstreamServer;
const gateways: Gateway[] = [];
let [local, open, production]: Gateway[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  const environment = { ...environmentOf(upstream.url), SANDBOX_URL: upstream.url };
  const start = async (changes: Record<string, string>) => {
    const gateway = await startGateway({ ...environment, ALLOWED_HOSTS: 'gateway', ...changes });
    gateways.push(gateway);
    return gateway;
  };
  local = await start({ NODE_ENV: 'development' });
  open = await start({ NODE_ENV: 'development', HOST: '0.0.0.0' });
  production = await start({ NODE_ENV: 'production', SANDBOX_URL: '' });
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await upstream?.stop();
});

async function ask(gateway: Gateway | undefined, host: string, path = '/api/config') {
  const lines = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', '', ''];
  return statusOf(await sendRaw(gateway?.url ?? '', lines.join('\r\n')));
}

describe('P-7.3 host header in development', () => {
  const KNOWN = ['localhost', 'LOCALHOST:9080', '127.0.0.1:1', '[::1]:8080', 'cairn.test'];
  it.each([...KNOWN, 'gateway:8080'])('%s is accepted', async (host) => {
    expect(await ask(local, host)).toBe(200);
    expect(await ask(local, host, '/sandbox/messages')).toBe(200);
  });

  const FOREIGN = ['evil.test', 'localhost.evil.test', 'evil.test:127.0.0.1', '192.0.2.1:8080'];
  it.each([...FOREIGN, hostname(), ...(address ? [address] : [])])(
    '%s is refused',
    async (host) => {
      expect(await ask(local, host)).toBe(421);
      expect(await ask(local, host, '/sandbox/messages')).toBe(421);
    },
  );

  it('accepts the machine’s name and addresses if HOST opens the gateway', async () => {
    expect(await ask(open, `${hostname()}:8080`)).toBe(200);
    if (address) expect(await ask(open, `${address}:8080`)).toBe(200);
    expect(await ask(open, 'evil.test:8080')).toBe(421);
  });
});

describe('P-7.3 host header in production', () => {
  it('must be configured', async () => {
    expect(await ask(production, 'cairn.test')).toBe(200);
    expect(await ask(production, 'gateway:8080')).toBe(200);
    expect(await ask(production, 'localhost')).toBe(421);
    expect(await ask(production, hostname())).toBe(421);
  });
});
