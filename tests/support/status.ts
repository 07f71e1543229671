import { request } from 'node:http';
import { json as readJson } from 'node:stream/consumers';

export type StatusRequest = {
  baseUrl: string;
  method: string;
  /** With its query. */
  path: string;
  token?: string | null;
  json?: unknown;
  headers?: Record<string, string>;
  localAddress?: string;
};

export type StatusResponse = { status: number; contentType: string; body: unknown };

export async function statusOf(options: StatusRequest): Promise<number> {
  return (await answerOf(options)).status;
}

/** A response with its JSON body; other bodies are not read, since a live stream does not end. */
export function answerOf(options: StatusRequest): Promise<StatusResponse> {
  const { baseUrl, method, path, token, json, localAddress = '127.0.0.1' } = options;
  const body = json === undefined ? null : JSON.stringify(json);
  const url = new URL(path, baseUrl.replace('//localhost', '//127.0.0.1'));
  const headers = {
    ...(body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, localAddress, agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      const contentType = response.headers['content-type'] ?? '';
      if (!contentType.startsWith('application/json')) {
        resolve({ status, contentType, body: null });
        response.destroy();
        return;
      }
      readJson(response).then((body) => resolve({ status, contentType, body }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
