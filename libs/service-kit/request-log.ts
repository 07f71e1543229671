import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from './logger.ts';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** One line per answered request. Omits the query, which may contain a token. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    quietReqLogger: true,
    autoLogging: { ignore: (request) => QUIET.has(pathOf(request.url)) },
    customLogLevel: (_request, response, error) =>
      error || response.statusCode >= 500 ? 'error' : 'info',
    customSuccessMessage: () => 'request.completed',
    customErrorMessage: () => 'request.failed',
    customAttributeKeys: { responseTime: 'ms' },
    serializers: {
      req: (request) => ({ method: request.method, path: pathOf(request.url) }),
      res: (response) => ({ status: response.statusCode }),
    },
  });
}

function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}
