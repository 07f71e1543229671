import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { badGateway, MAX_ANSWER_BYTES, type UpstreamAnswer } from './exchange.ts';

export type ReadRequest = {
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
};

/** `cancel` rejects the answer with its argument and closes the connection. */
export type PendingRead = { answer: Promise<UpstreamAnswer>; cancel(error: Error): void };

export type Reader = {
  /** The answer is complete, or rejects with UpstreamError or an error of undici. */
  read(request: ReadRequest): PendingRead;
  close(): void;
};

/** Below the keep-alive time of the services, so that a connection is rarely closed in use. */
const KEEP_ALIVE_MS = 60_000;

/** GET requests over pooled connections. Costs half the CPU time of node:http and http-proxy-middleware. */
export function createReader(
  url: string,
  { connections, onAnswer }: { connections: number; onAnswer: () => void },
): Reader {
  const pool = new Pool(url, {
    connections,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The caller cancels in time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const turns = createTurns(connections);
  return {
    read(request) {
      const { promise: answer, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
      let current: PendingRead | undefined;
      let isCanceled = false;
      const attempt = async () => {
        current = dispatch(pool, request, onAnswer);
        return await current.answer;
      };
      const repeat = (error: unknown) => {
        // The service closed this idle connection while the request was in transit.
        if (isCanceled || !isClosedBeforeAnswer(error)) throw error;
        return attempt();
      };
      const leave = turns.join(() => attempt().catch(repeat).then(resolve, reject));
      return {
        answer,
        cancel(error) {
          isCanceled = true;
          leave();
          reject(error);
          current?.cancel(error);
        },
      };
    },
    close: () => void pool.destroy(),
  };
}

/**
 * Runs at most `max` works at a time, the others in the order of their arrival. undici's own queue keeps
 * a canceled request, which later closes the connection that it gets.
 */
function createTurns(max: number) {
  const waiting = new Set<() => void>();
  let running = 0;
  return {
    /** Returns a function that removes the work if it has not started. */
    join(work: () => Promise<void>): () => void {
      const start = () => {
        waiting.delete(start);
        running += 1;
        work().finally(() => {
          running -= 1;
          const [next] = waiting;
          next?.();
        });
      };
      if (running < max) start();
      else waiting.add(start);
      return () => void waiting.delete(start);
    },
  };
}

function dispatch(pool: Pool, { path, headers }: ReadRequest, onAnswer: () => void): PendingRead {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
  const answer: UpstreamAnswer = { status: 0, headers: {}, body: Buffer.alloc(0) };
  const chunks: Buffer[] = [];
  let size = 0;
  let controller: Dispatcher.DispatchController | undefined;
  let reason: Error | undefined;
  pool.dispatch(
    { path, method: 'GET', headers },
    {
      onRequestStart(started) {
        controller = started;
        if (reason) started.abort(reason);
      },
      onResponseStart(_controller, status, received) {
        onAnswer();
        answer.status = status;
        answer.headers = received;
      },
      onResponseData(receiving, chunk) {
        size += chunk.length;
        if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
        else receiving.abort(new Error('the answer is too large'));
      },
      onResponseEnd() {
        answer.body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        resolve(answer);
      },
      // A response that breaks off is not requested again.
      onResponseError: (_controller, error) =>
        reject(answer.status === 0 || reason ? error : badGateway(error)),
    },
  );
  return {
    answer: promise,
    cancel(error) {
      reason = error;
      reject(error);
      controller?.abort(error);
    },
  };
}

const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function isClosedBeforeAnswer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED.has(String(error.code));
}
