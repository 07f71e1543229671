import { get, type IncomingMessage } from 'node:http';

export type LiveEvent = { event: string; data: unknown };

export type Listener = {
  headers: Headers;
  /** Events received so far. */
  events(): LiveEvent[];
  hasEnded(): boolean;
  stopReading(): void;
  leave(): void;
};

/** Opens a stream of server-sent events; resolves when it has headers. */
export function listen(url: string, localAddress = '127.0.0.1'): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, localAddress }, (response) =>
      resolve(listenerOf(response)),
    );
    request.on('error', reject);
  });
}

function listenerOf(response: IncomingMessage): Listener {
  let text = '';
  let isOver = false;
  response.on('data', (chunk) => {
    text += chunk;
  });
  response.on('end', () => {
    isOver = true;
  });
  // A disconnected stream ends with an error.
  response.on('error', () => {});
  return {
    headers: new Headers(response.headers as Record<string, string>),
    events: () => text.split('\n\n').slice(0, -1).flatMap(readEvent),
    hasEnded: () => isOver,
    stopReading: () => void response.pause(),
    leave: () => void response.destroy(),
  };
}

function readEvent(block: string): LiveEvent[] {
  const event = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return event && data ? [{ event, data: JSON.parse(data) }] : [];
}
