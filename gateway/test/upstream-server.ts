import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
};

type Reply = (response: ServerResponse, request: SeenRequest) => void;

export type UpstreamServer = {
  url: string;
  seen: SeenRequest[];
  /** Number of accepted connections. */
  connections(): number;
  /** Sets the reply; the default is 200 with `{}`. */
  answer(reply: Reply): void;
  stop(): Promise<void>;
};

/** A stub service that is always ready and has no hunts. */
export async function startUpstream(): Promise<UpstreamServer> {
  const seen: SeenRequest[] = [];
  let reply: Reply = (response) => json(response, 200, {});
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    if (url === '/readyz') return json(response, 200, {});
    if (url === '/internal/products') return json(response, 200, []);
    const one = { method, url, headers, body: Buffer.concat(chunks) };
    seen.push(one);
    reply(response, one);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    connections: () => connections,
    answer(next) {
      reply = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
