import {
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
  fillPath,
} from '@cairn/contracts/http/endpoints.ts';
import { ApiError, OfflineError } from './api-error.ts';
import { nextTraceparent } from './api-trace.ts';
import { readToken } from './session-store.ts';

export type CallOptions = {
  /** Multipart body for files, instead of `body`. */
  form?: FormData;
  /** Overrides the stored token; null sends none. */
  token?: string | null;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  onAnswer?: (response: Response) => void;
};

export type Call<Name extends Endpoint> = EndpointInput<Name> & CallOptions;
type AnyCall = CallOptions & {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
};

/** Longer than the gateway timeout of 10 s, so that its 504 arrives before this timeout. */
const TIMEOUT_MS = 15_000;

/** Calls a route of the contract; throws an ApiError for a refusal and an OfflineError without an answer. */
export async function callApi<Name extends Endpoint>(
  endpoint: Name,
  call: Call<Name>,
): Promise<EndpointAnswer<Name>> {
  const response = await send(endpoint, call);
  call.onAnswer?.(response);
  const body = await readJson(response);
  if (!response.ok) throw new ApiError(response, body);
  return body as EndpointAnswer<Name>;
}

async function send(endpoint: Endpoint, call: AnyCall): Promise<Response> {
  const [method, path = ''] = endpoint.split(' ');
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(fillPath(path, call.params) + queryString(call.query), {
      method,
      headers: headersOf(call),
      body: call.form ?? JSON.stringify(call.body),
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new OfflineError('No answer', { cause: error });
  }
}

/** Omits undefined and empty parameters. */
function queryString(query: object = {}): string {
  const entries = Object.entries(query).filter(([, value]) => (value ?? '') !== '');
  return entries[0] ? `?${new URLSearchParams(entries)}` : '';
}

function headersOf({ body, token = readToken(), headers }: AnyCall): Record<string, string> {
  return {
    accept: 'application/json',
    traceparent: nextTraceparent(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  };
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
