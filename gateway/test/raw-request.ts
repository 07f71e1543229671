import { connect } from 'node:net';

/** Sends raw bytes and reads until the server closes; for requests that no HTTP client sends. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setTimeout(15_000, () => socket.destroy(new Error('no end of the answer')));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)));
    socket.on('close', () => resolve(answer));
  });
}

/** A request with `Connection: close`. */
export function requestText(method: string, target: string, headers: string[] = []): string {
  const lines = [`${method} ${target} HTTP/1.1`, 'host: cairn.test', 'connection: close'];
  return [...lines, ...headers, '', ''].join('\r\n');
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}
