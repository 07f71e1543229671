import { get, type IncomingHttpHeaders } from 'node:http';

export type LiveEvent = { event: string; data: unknown; at: number };

export type LiveListener = {
  headers: IncomingHttpHeaders;
  /** The next event that matches `isWanted`, with its time of arrival. */
  next(isWanted: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Calls `notify` for every later event. */
  each(notify: (event: LiveEvent) => void): void;
  /** Resolves when the stream ends or breaks. */
  closed: Promise<void>;
  leave(): void;
};

/** Listens to the live stream as an open page does; resolves once it is open. */
export function listenTo(baseUrl: string, localAddress = '127.0.0.1'): Promise<LiveListener> {
  const url = `${baseUrl.replace('//localhost', '//127.0.0.1')}/api/products/live`;
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, localAddress }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
      const waiting = new Set<(event: LiveEvent) => void>();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const event of blocks.flatMap(readEvent)) for (const notify of waiting) notify(event);
      });
      response.on('error', () => {});
      resolve({
        headers: response.headers,
        closed: new Promise((done) => response.once('close', done)),
        next: (isWanted) =>
          new Promise((found) => {
            const notify = (event: LiveEvent) => {
              if (!isWanted(event)) return;
              waiting.delete(notify);
              found(event);
            };
            waiting.add(notify);
          }),
        each: (notify) => void waiting.add(notify),
        leave: () => response.destroy(),
      });
    });
    request.on('error', reject);
  });
}

function readEvent(block: string): LiveEvent[] {
  const event = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return event && data ? [{ event, data: JSON.parse(data), at: performance.now() }] : [];
}
