import { readToken } from '../features/session/session-store.ts';
import { ApiError, OfflineError } from './api-error.ts';
import { nextTraceparent } from './api-trace.ts';

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** In the place of a body, for files. */
  form?: FormData;
  /** Another token than the stored one; null for none. */
  token?: string | null;
  signal?: AbortSignal;
  /** A repeat under the same key has no second effect. */
  idempotencyKey?: string;
};

export type Answer<T> = { status: number; body: T };

/** Longer than the gateway's own 10 s, so that its 504 is seen rather than our time-out. */
const TIMEOUT_MS = 15_000;

export async function callApi<T>(path: string, call: Call = {}): Promise<T> {
  const { body } = await callApiFully<T>(path, call);
  return body;
}

/** As `callApi`, for calls whose status of success says something. */
export async function callApiFully<T>(path: string, call: Call = {}): Promise<Answer<T>> {
  const response = await send(path, call);
  const body = await readJson(response);
  if (!response.ok) throw new ApiError(response, body);
  return { status: response.status, body: body as T };
}

async function send(path: string, call: Call): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(path, {
      method: call.method ?? 'GET',
      headers: headersOf(call),
      body: call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new OfflineError('No answer', { cause: error });
  }
}

function headersOf({ body, token = readToken(), idempotencyKey }: Call): Headers {
  const headers = new Headers({ accept: 'application/json', traceparent: nextTraceparent() });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** A proxy on the way may answer with a page of its own; its status still counts. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw new OfflineError('The answer was cut', { cause: error });
  });
  try {
    return text === '' ? null : JSON.parse(text);
  } catch (error) {
    if (response.ok) throw new OfflineError('The answer was not JSON', { cause: error });
    return null;
  }
}
