import type { Request, Response } from 'express';

/** Aborts when the client disconnects before the response is complete. */
export function disconnectSignal(req: Request, res: Response): AbortSignal {
  const controller = new AbortController();
  res.on('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  if (req.destroyed && !req.complete) controller.abort();
  return controller.signal;
}
