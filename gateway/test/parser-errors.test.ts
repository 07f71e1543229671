import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { statusOf } from './raw-request.ts';
import { startUpstream, type UpstreamServer } from './upstream-server.ts';

let upstream: UpstreamServer;
let gateway: Gateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(environmentOf(upstream.url));
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
});

/** Sends bytes and waits for the gateway to close; rejects if it does not. */
async function send(lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  // Below the 5 s after which Node closes an idle connection.
  socket.setTimeout(4_500, () => socket.destroy(new Error('left open')));
  socket.write([...lines, '', ''].join('\r\n'));
  return text(socket);
}

const LINE = 'GET /api/auth/verify HTTP/1.1';
const HOST = 'host: cairn.test';
const CASES: [string, number, string[]][] = [
  ['a length together with chunks', 400, ['content-length: 4', 'transfer-encoding: chunked']],
  ['a header without a colon', 400, ['invalid']],
  ['a header with a control character', 400, ['x-a: \x01']],
  ['64 kB of headers', 431, [`x-large: ${'a'.repeat(64_000)}`]],
  ['an unknown expectation', 417, ['expect: wonders']],
  ['two hosts', 400, ['host: elsewhere.test']],
  ['a change of protocol', 400, ['connection: upgrade', 'upgrade: websocket']],
];

describe('P-7.3 a request refused by the parser', () => {
  it.each([
    ...CASES.map(([name, status, headers]) => [name, status, [LINE, HOST, ...headers]] as const),
    ['no host', 400, [LINE]] as const,
    ['no HTTP', 400, ['hello']] as const,
  ])('gets a JSON response and a closed connection: %s', async (_, status, lines) => {
    const answer = await send([...lines]);
    expect(statusOf(answer)).toBe(status);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^content-type: application\/json/im);
    const { error, requestId } = JSON.parse(body);
    expect(error).toMatch(/^[A-Z].*\.$/);
    expect(head.toLowerCase()).toContain(`x-request-id: ${requestId}`);
    expect(upstream.seen.filter(({ url }) => url.startsWith('/api'))).toEqual([]);
  });

  it('does not include Expect: 100-continue', async () => {
    const lines = ['POST /api/auth/login HTTP/1.1', HOST, 'connection: close'];
    const answer = await send([...lines, 'content-length: 0', 'expect: 100-continue']);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/);
    upstream.seen.length = 0;
  });
});
