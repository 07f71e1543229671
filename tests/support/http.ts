import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { noteAnswered, noteSent } from './used-data.ts';

export type Answer = { status: number; body: unknown; headers: Record<string, unknown> };

export type Client = {
  get(path: string, options?: { token?: string }): Promise<Answer>;
  post(path: string, json: unknown, options?: PostOptions): Promise<Answer>;
};

export type PostOptions = {
  token?: string;
  form?: boolean;
  /** Of a call that is repeated; another one for each call by default. */
  idempotencyKey?: string;
};

/**
 * A client of one server with its own loopback address: limits count by address, and 127.0.0.0/8
 * has one for each player of a load test.
 */
export function createClient(baseUrl: string, localAddress = '127.0.0.1'): Client {
  const agent = new Agent({ keepAlive: true, localAddress });
  const send = (
    method: string,
    path: string,
    body: string | null,
    headers: Record<string, string>,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      // A numeric address, since `localhost` may be ::1, which is unreachable from 127.x.
      const url = new URL(path, baseUrl.replace('//localhost', '//127.0.0.1'));
      const outgoing = request(url, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson ? JSON.parse(text) : text,
          });
        });
        response.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const bearer = (token?: string): Record<string, string> =>
    token ? { authorization: `Bearer ${token}` } : {};
  return {
    async get(path, { token } = {}) {
      const answer = await send('GET', path, null, bearer(token));
      noteAnswered(answer.body);
      return answer;
    },
    async post(path, json, { token, form, idempotencyKey = randomUUID() } = {}) {
      noteSent(json);
      const body = form
        ? new URLSearchParams(json as Record<string, string>).toString()
        : JSON.stringify(json);
      const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
      const answer = await send('POST', path, body, {
        'content-type': type,
        // Calls that generate a treasure code need it; others ignore it.
        'idempotency-key': idempotencyKey,
        ...bearer(token),
      });
      noteAnswered(answer.body);
      return answer;
    },
  };
}
