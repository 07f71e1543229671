import { timingSafeEqual } from 'node:crypto';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { InjectedFailure, InjectedHang } from './faults/faults.ts';

/** Aborts when the client disconnects before the response is complete. */
export function disconnectSignal(req: Request, res: Response): AbortSignal {
  const controller = new AbortController();
  res.on('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  if (req.destroyed && !req.complete) controller.abort();
  return controller.signal;
}

/** Compares two keys in constant time. */
export function isSameKey(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Sends a provider's error response; an injected hang gets none. */
export function errorHandler(
  logFault: (message: string) => void,
  send: (res: Response, status: number) => void,
): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (error instanceof InjectedHang) return void req.socket.destroy();
    const isKnown =
      error instanceof InjectedFailure || (error instanceof Error && 'status' in error);
    if (!isKnown) logFault(String(error));
    send(res, isKnown ? Number(error.status) : 500);
  };
}
