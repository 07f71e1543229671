import type { Request, Response } from 'express';

/** Aborts when the caller hangs up before it has its answer. */
export function whenGone(req: Request, res: Response): AbortSignal {
  const controller = new AbortController();
  res.on('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  if (req.destroyed && !req.complete) controller.abort();
  return controller.signal;
}
