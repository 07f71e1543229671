import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError, InvalidInputError, NotFoundError } from './errors.ts';
import type { Logger } from './logger.ts';

export const notFound: RequestHandler = () => {
  throw new NotFoundError();
};

/** The one place that turns errors into HTTP. What is not an AppError is a 500 and reported. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const known = toAppError(error);
    if (!known) logger.error({ err: error }, 'request.crashed');
    else if (known.status >= 500) logger.warn({ err: known }, 'request.upstream_failed');
    for (const [name, value] of Object.entries(known?.headers ?? {}))
      response.setHeader(name, value);
    response.status(known?.status ?? 500).json({
      ...known?.details,
      error: known?.message ?? 'Something went wrong. Please try again.',
      ...(known?.fields ? { fields: known.fields } : {}),
      requestId: String(response.getHeader('x-request-id') ?? ''),
    });
  };
}

/** Express and its body parser throw plain errors with a status for what the client did wrong. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return new AppError('That is too large.', { code: 'too_large', status });
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new InvalidInputError('The request could not be read.');
  }
  return null;
}
