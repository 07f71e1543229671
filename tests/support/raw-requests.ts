import { connect, type Socket } from 'node:net';

/** Splits the responses of one connection by their Content-Length. */
function countAnswers(onAnswer: (status: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = rest.toString('latin1', 0, headEnd);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      const end = headEnd + 4 + length;
      if (rest.length < end) return;
      onAnswer(Number(head.slice(9, 12)));
      rest = rest.subarray(end);
    }
  };
}

export type Rate = { perSecond: number; answered: number; refused: number };

/**
 * GETs of `url` for so many seconds, one after another on each of `width` connections. Each comes
 * from its own loopback address, since limits count by address; the client itself uses little CPU.
 */
export async function measureRate(
  url: string,
  { seconds, width }: { seconds: number; width: number },
): Promise<Rate> {
  const { hostname, port, pathname, host } = new URL(url.replace('//localhost', '//127.0.0.1'));
  const question = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\n\r\n`;
  const sockets: Socket[] = [];
  let [answered, refused] = [0, 0];
  let isOver = false;
  const lane = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const localAddress = `127.3.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`;
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      sockets.push(socket);
      const onData = countAnswers((status) => {
        answered += 1;
        if (status !== 200) refused += 1;
        if (isOver) resolve();
        else socket.write(question);
      });
      socket.on('connect', () => socket.write(question));
      socket.on('data', onData);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server closed the connection')));
    });
  const began = performance.now();
  const timer = setTimeout(() => {
    isOver = true;
  }, seconds * 1_000);
  try {
    await Promise.all(Array.from({ length: width }, (_, index) => lane(index)));
    const tookSeconds = (performance.now() - began) / 1_000;
    return { perSecond: answered / tookSeconds, answered, refused };
  } finally {
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  }
}
