import type { RequestListener } from 'node:http';
import type { Caller } from '@cairn/contracts/services.ts';
import { INTERNAL_TOKEN_HEADER } from '@cairn/service-kit/internal-tokens.ts';
import { type ListenOptions, listen, portOf } from '@cairn/service-kit/listen.ts';
import { internalTokenFor } from './identity.ts';
import { callersOf } from './internal-caller.ts';

export type RunningApp = { url: string; stop(): Promise<void> };

/** Listens as `runProcess` does, on a free port of 127.0.0.1. */
export async function startApp(
  app: RequestListener,
  options: Omit<ListenOptions, 'port' | 'host'> = {},
): Promise<RunningApp> {
  const servers = await listen(app, { ...options, port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${portOf(servers)}`,
    async stop() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

export type Answer = { status: number; headers: Headers; body: unknown };

export type CallOptions = {
  method?: string;
  token?: string;
  /** Calls with the internal token of a process that may call the route. */
  isInternal?: boolean;
  /** Calls with the internal token of this process. */
  caller?: Caller;
  headers?: Record<string, string>;
  json?: unknown;
  /** Raw body, instead of `json`. */
  raw?: string | Buffer;
};

/** Sends one request; parses the body if it is JSON, else returns text. */
export async function call(url: string, options: CallOptions = {}): Promise<Answer> {
  const { token, json, raw, headers } = options;
  const hasBody = json !== undefined || raw !== undefined;
  const method = options.method ?? (hasBody ? 'POST' : 'GET');
  const [allowed = 'payment'] = callersOf(method, new URL(url).pathname);
  const caller = options.caller ?? (options.isInternal ? allowed : null);
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(caller ? { [INTERNAL_TOKEN_HEADER]: internalTokenFor(caller) } : {}),
      ...headers,
    },
    ...(hasBody ? { body: raw ?? JSON.stringify(json) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parseBody(response, text) };
}

function parseBody(response: Response, text: string): unknown {
  // The answer to HEAD has the content type, but no body.
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
  return isJson ? JSON.parse(text) : text;
}
