import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { json, startUpstream, type UpstreamServer } from './upstream-server.ts';

const TIMEOUT_MS = 400;
/** Far less than without a timeout, also on a slow machine. */
const MAX_DURATION_MS = 8_000;

let healthy: UpstreamServer;
let broken: Server;
let behave: (socket: Socket) => void = () => {};
let gateway: Gateway;

beforeAll(async () => {
  healthy = await startUpstream();
  broken = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => behave(socket));
  });
  broken.listen(0, '127.0.0.1');
  await once(broken, 'listening');
  gateway = await startGateway({
    ...environmentOf(healthy.url),
    AUTH_URL: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`,
    // Nothing listens at this address.
    ADMIN_URL: 'http://127.0.0.1:1',
    UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
  });
});
afterAll(async () => {
  await gateway?.stop();
  await healthy?.stop();
  broken?.close();
});
beforeEach(() => healthy.answer((response) => json(response, 200, { ok: true })));

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Writes one byte at a time until the socket closes. */
function drip(socket: Socket, start: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write('a'), TIMEOUT_MS / 10);
  socket.on('close', () => clearInterval(timer));
}

function pour(socket: Socket): void {
  socket.write(`${HEAD}content-length: 100000000\r\n\r\n`);
  const megabyte = Buffer.alloc(1_000_000, 'a');
  const more = () => {
    while (!socket.destroyed && socket.write(megabyte));
  };
  socket.on('drain', more);
  more();
}

const FAULTS: Array<[string, number, (socket: Socket) => void]> = [
  ['resets at once', 502, (socket) => socket.resetAndDestroy()],
  ['closes without an answer', 502, (socket) => socket.end()],
  ['speaks something else', 502, (socket) => socket.end('hello\r\n\r\n')],
  [
    'breaks off within the body',
    502,
    (socket) => {
      socket.write(`${HEAD}content-length: 10\r\n\r\n{"a"`, () => socket.resetAndDestroy());
    },
  ],
  ['hangs', 504, () => {}],
  ['drips its headers', 504, (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: ')],
  ['drips its body', 504, (socket) => drip(socket, `${HEAD}content-length: 1000\r\n\r\n`)],
  ['answers 100 MB', 502, pour],
];

describe('P-7.2 a faulty service', () => {
  it.each(FAULTS)(
    '%s: %i in JSON in time, without affecting other services',
    async (_, status, act) => {
      behave = act;
      const began = performance.now();
      const [answer, other] = await Promise.all([
        call(`${gateway.url}/api/auth/login`, { json: { email: 'a@b.c', password: 'x' } }),
        call(`${gateway.url}/api/hunt/data/vt-troll-hunt`),
      ]);
      expect(performance.now() - began).toBeLessThan(MAX_DURATION_MS);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        error: expect.stringMatching(/^(Something went wrong|This is taking too long)/),
        requestId: answer.headers.get('x-request-id'),
      });
      expect(other).toMatchObject({ status: 200, body: { ok: true } });
    },
  );

  it('that is down returns 502 in JSON', async () => {
    const answer = await call(`${gateway.url}/api/admin/accounts`);
    expect(answer).toMatchObject({
      status: 502,
      body: { error: 'Something went wrong. Please try again.' },
    });
  });

  it('does not count as a failed login', async () => {
    behave = (socket) => socket.resetAndDestroy();
    for (let tries = 0; tries < 15; tries += 1) {
      const json = { email: 'patient@cairn.test', password: 'x' };
      expect((await call(`${gateway.url}/api/auth/login`, { json })).status).toBe(502);
    }
  });
});

describe('connections to a service', () => {
  it('are reused', async () => {
    const before = healthy.connections();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await call(`${gateway.url}/api/hunt/data/vt-troll-hunt`);
      await call(`${gateway.url}/api/record-purchase`, { json: {} });
    }
    // One each for catalog and payment.
    expect(healthy.connections() - before).toBeLessThanOrEqual(2);
  });

  it('P-7.5 a read is retried if its idle connection was just closed', async () => {
    let callCount = 0;
    healthy.answer((response) => {
      callCount += 1;
      if (callCount === 2) response.socket?.destroy();
      else json(response, 200, { callCount });
    });
    const ask = () => call(`${gateway.url}/api/hunt/data/vt-troll-hunt`);
    expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 200, body: { callCount: 3 } });
  });

  it('a command is never retried', async () => {
    let callCount = 0;
    healthy.answer((response) => {
      callCount += 1;
      if (callCount === 1) json(response, 200, {});
      else response.socket?.destroy();
    });
    const send = () => call(`${gateway.url}/api/record-purchase`, { json: {} });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(502);
    expect(callCount).toBe(2);
  });

  it('are closed when the client disconnects', async () => {
    let closed = false;
    healthy.answer((response) => {
      response.on('close', () => {
        closed = true;
      });
    });
    const leaving = new AbortController();
    const left = call(`${gateway.url}/api/hunt/data/vt-troll-hunt`).catch(() => null);
    const gone = fetch(`${gateway.url}/api/hunt/data/vt-troll-hunt`, { signal: leaving.signal });
    await waitUntil(() => healthy.seen.length >= 2);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    await waitUntil(() => closed);
    await left;
  });
});

describe('a client with an incomplete body', () => {
  it('does not reach a service', async () => {
    healthy.seen.length = 0;
    const leaving = new AbortController();
    const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{"a":')) });
    const sent = fetch(`${gateway.url}/api/record-purchase`, {
      method: 'POST',
      body,
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit);
    leaving.abort();
    await expect(sent).rejects.toThrow();
    expect((await call(`${gateway.url}/api/record-purchase`, { json: {} })).status).toBe(200);
    expect(healthy.seen).toHaveLength(1);
  });
});
