import { fillPath, type RouteDefinition } from '@cairn/contracts/http/route.ts';
import type { z } from 'zod';
import { AppError, UpstreamError } from './errors.ts';
import { INTERNAL_SECRET_HEADER } from './routes.ts';
import { currentTrace, currentTraceparent } from './tracing.ts';

export type ServiceClient = {
  /**
   * Calls an internal route of another service and returns its parsed answer. A refusal (4xx) is
   * thrown as an AppError with the same status and text; a service that is away, slow or broken as
   * UpstreamError (502, 504).
   */
  call<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
  >(
    route: RouteDefinition<Params, Query, Body, Answer, 'internal'>,
    input?: { params?: z.input<Params>; query?: z.input<Query>; body?: z.input<Body> },
  ): Promise<z.output<Answer>>;
};

export type ServiceClientOptions = { baseUrl: string; secret: string; timeoutMs?: number };

export function createServiceClient({
  baseUrl,
  secret,
  timeoutMs = 2_000,
}: ServiceClientOptions): ServiceClient {
  return {
    async call(route, input = {}) {
      const path = fillPath(route.path, (input.params ?? {}) as Record<string, string>);
      const url = new URL(path, baseUrl);
      for (const [name, value] of Object.entries(input.query ?? {})) {
        url.searchParams.set(name, String(value));
      }
      const response = await send(url, {
        method: route.method,
        headers: headers(secret),
        signal: AbortSignal.timeout(timeoutMs),
        ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw refusal(response.status, body, url);
      const answer = route.answer.safeParse(body);
      if (!answer.success) throw broken(url, answer.error);
      return answer.data;
    },
  };
}

function headers(secret: string): Record<string, string> {
  const traceparent = currentTraceparent();
  const requestId = currentTrace()?.requestId;
  return {
    'content-type': 'application/json',
    [INTERNAL_SECRET_HEADER]: secret,
    ...(traceparent ? { traceparent } : {}),
    ...(requestId ? { 'x-request-id': requestId } : {}),
  };
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    const isSlow = cause instanceof Error && cause.name === 'TimeoutError';
    throw new UpstreamError('This is taking too long. Please try again.', {
      status: isSlow ? 504 : 502,
      cause,
    });
  }
}

function refusal(status: number, body: unknown, url: URL): AppError {
  if (status >= 500) return broken(url, new Error(`${status} from ${url.pathname}`));
  const text =
    typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'Refused.';
  return new AppError(text, { code: 'refused_upstream', status });
}

function broken(url: URL, cause: Error): UpstreamError {
  return new UpstreamError('Something went wrong. Please try again.', {
    status: 502,
    cause: new Error(`${url.pathname} answered what it should not`, { cause }),
  });
}
