import { AppError } from '@cairn/service-kit/errors.ts';
import type { RequestHandler } from 'express';

/** Answers only under our own name, so that no link or cache is ever made with another's. */
export function knownHost(publicUrl: string): RequestHandler {
  const { host } = new URL(publicUrl);
  return (request, _response, next) => {
    if (request.headers.host?.toLowerCase() === host) return next();
    throw new AppError('This host is not served here.', { code: 'unknown_host', status: 421 });
  };
}
