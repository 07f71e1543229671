import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { addressKey, clientAddress } from './client-address.ts';
import { continueTrace, currentTraceparent, runInTrace } from './tracing.ts';

const SANE_REQUEST_ID = /^[\w.:-]{8,64}$/;

/** Assigns the ids of each request: the caller's `x-request-id` if valid, and its trace. */
export function requestContext(): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const requestId =
      typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    const traceparent = request.headers['traceparent'];
    const trace = continueTrace(typeof traceparent === 'string' ? traceparent : null);
    response.setHeader('x-request-id', requestId);
    const findAddressKey = () => addressKey(clientAddress(request));
    runInTrace({ ...trace, requestId, findAddressKey }, () => {
      response.setHeader('traceparent', currentTraceparent() ?? '');
      next();
    });
  };
}
