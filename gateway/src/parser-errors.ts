import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '@cairn/service-kit/logger.ts';

/** Request line and headers. Services accept more: see `listen` of the service kit. */
export const MAX_HEADER_BYTES = 16 * 1024;

const UNREADABLE = { status: 400, error: 'The request could not be read.' };
const REFUSALS: Record<string, { status: number; error: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'The headers of the request are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'That is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request took too long.' },
};

/**
 * Gives requests that Node's parser refuses a JSON response like all others. Unusual requests that the parser
 * accepts reach the handlers: `plainRequests` refuses them there.
 */
export function handleParserErrors(server: Server, logger: Logger): void {
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const { status, error: text } = REFUSALS[error.code ?? ''] ?? UNREADABLE;
    if (!socket.writable || error.code === 'ECONNRESET' || hasStarted(socket)) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    logger.info({ requestId, status, code: error.code }, 'request.invalid');
    socket.end(answerOf(status, { error: text, requestId }));
  });
}

/** A partial response is already sent: another one would be read as its rest. */
function hasStarted(socket: Duplex & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

function answerOf(status: number, body: { error: string; requestId: string }): string {
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `x-request-id: ${body.requestId}`,
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
    '',
    text,
  ].join('\r\n');
}
