import { type OutgoingHttpHeaders, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { StatusResponse } from './status.ts';

export type RawPathRequest = {
  baseUrl: string;
  method: string;
  /** Sent as it is: with `..` and invalid escapes. */
  path: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer | null;
  localAddress: string;
};

/** A response; the body of a stream or an image is not read. */
export function sendRawPath(options: RawPathRequest): Promise<StatusResponse> {
  const { method, path, headers, body, localAddress } = options;
  const { hostname, port } = new URL(options.baseUrl.replace('//localhost', '//127.0.0.1'));
  return new Promise((resolve, reject) => {
    const address = { hostname, port, method, path, localAddress, agent: false };
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request({ ...address, headers: { ...headers, ...length } }, (response) => {
      const status = response.statusCode ?? 0;
      const contentType = response.headers['content-type'] ?? '';
      const answer = { status, contentType, body: null };
      if (!contentType.startsWith('application/json')) {
        resolve(answer);
        response.destroy();
        return;
      }
      readText(response)
        .then((text) => resolve({ ...answer, body: JSON.parse(text) }))
        .catch(reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}
