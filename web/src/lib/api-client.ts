import { ApiError, OfflineError } from './api-error.ts';
import { nextTraceparent } from './api-trace.ts';
import { readToken } from './session-store.ts';

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Multipart body for files, instead of `body`. */
  form?: FormData;
  /** Overrides the stored token; null sends none. */
  token?: string | null;
  signal?: AbortSignal;
  /** A retry with the same key has no second effect. */
  idempotencyKey?: string;
  /** The version that an edit began with. */
  ifMatch?: number;
  onAnswer?: (response: Response) => void;
};

export type Answer<T> = { status: number; body: T };

/** Longer than the gateway timeout of 10 s, so that its 504 arrives before this timeout. */
const TIMEOUT_MS = 15_000;

export async function callApi<T>(path: string, call: Call = {}): Promise<T> {
  const { body } = await callApiWithStatus<T>(path, call);
  return body;
}

/** Like `callApi`, but also returns the status of a success. */
export async function callApiWithStatus<T>(path: string, call: Call = {}): Promise<Answer<T>> {
  const response = await send(path, call);
  call.onAnswer?.(response);
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

function headersOf({ body, token = readToken(), idempotencyKey, ifMatch }: Call): Headers {
  const headers = new Headers({ accept: 'application/json', traceparent: nextTraceparent() });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** A proxy may answer with an HTML page; its status is still valid. */
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
