import type { ErrorRequestHandler, RequestHandler } from 'express';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { AppError, InvalidInputError, NotFoundError } from './errors.ts';
import type { Logger } from './logger.ts';

export const notFound: RequestHandler = () => {
  throw new NotFoundError();
};

/** Converts errors to HTTP answers. Logs every error other than AppError and answers 500. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  const describe = describeErrors(logger);
  return (error, _request, response, _next) => {
    const requestId = String(response.getHeader('x-request-id') ?? '');
    const { status, headers, body } = describe(error, requestId);
    // Part of the answer is sent: closing the connection is the only way to signal that it is
    // incomplete.
    if (response.headersSent) return response.destroy();
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.status(status).json(body);
  };
}

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: object };

/** The HTTP answer to an error, which is logged unless the client caused it. */
export function describeErrors(logger: Logger): (error: unknown, requestId: string) => ErrorAnswer {
  return (error, requestId) => {
    const known = asAppError(error);
    if (!known) logger.error({ err: error }, 'request.crashed');
    else if (known instanceof DatabaseUnavailableError)
      logger.warn({ err: error }, 'request.database_unavailable');
    else if (known.status >= 500) logger.warn({ err: known }, 'request.upstream_failed');
    const body = {
      ...known?.details,
      error: known?.message ?? 'Something went wrong. Please try again.',
      ...(known?.fields ? { fields: known.fields } : {}),
      requestId,
    };
    return { status: known?.status ?? 500, headers: known?.headers ?? {}, body };
  };
}

class DatabaseUnavailableError extends AppError {
  override name = 'DatabaseUnavailableError';
  constructor() {
    super('This is not possible for a moment. Please try again.', {
      code: 'database_unavailable',
      status: 503,
      headers: { 'retry-after': '5' },
    });
  }
}

/**
 * The error that the client may see, or null for internal errors. For client faults, the router
 * throws a URIError and the body parser an error marked `expose`. `status` alone is not enough:
 * errors of provider SDKs have one too.
 */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return new DatabaseUnavailableError();
  if (!(error instanceof Error) || !('status' in error)) return null;
  const { status } = error;
  const isClientFault = error instanceof URIError || ('expose' in error && error.expose === true);
  if (!isClientFault) return null;
  if (status === 413) return new AppError('That is too large.', { code: 'too_large', status });
  return new InvalidInputError('The request could not be read.');
}
