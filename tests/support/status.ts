import { request } from 'node:http';

export type Question = {
  baseUrl: string;
  method: string;
  /** With its query. */
  path: string;
  token?: string | null;
  json?: unknown;
  headers?: Record<string, string>;
  localAddress?: string;
};

/** The status of an answer, whose body is not waited for: a live stream has no end. */
export function statusOf(question: Question): Promise<number> {
  const { baseUrl, method, path, token, json, localAddress = '127.0.0.1' } = question;
  const body = json === undefined ? null : JSON.stringify(json);
  const url = new URL(path, baseUrl.replace('//localhost', '//127.0.0.1'));
  const headers = {
    ...(body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...question.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, localAddress, agent: false }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
