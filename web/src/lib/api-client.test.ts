import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from './api-client.ts';

const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  send.mockReset().mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', send);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('calls the endpoint with its parameters in the path', async () => {
  await callApi('DELETE /api/account/sessions/:id', { params: { id: 'a/b' }, token: 'token' });
  expect(send).toHaveBeenCalledWith('/api/account/sessions/a%2Fb', expect.anything());
  const { method, headers } = send.mock.lastCall?.[1] ?? {};
  expect(method).toBe('DELETE');
  expect(headers).toMatchObject({ authorization: 'Bearer token' });
});

it('sends query parameters that have a value', async () => {
  await callApi('GET /api/admin/accounts', {
    query: { search: 'a b', status: undefined, page: 2 },
  });
  expect(send).toHaveBeenCalledWith('/api/admin/accounts?search=a+b&page=2', expect.anything());
});

it('compiles with endpoints and input of the contract only', async () => {
  // @ts-expect-error -- no such route
  await callApi('POST /api/products', {});
  // @ts-expect-error -- the code is required
  await callApi('POST /api/porter-stash-code/verify', { body: {} });
  // @ts-expect-error -- a session has no such field
  expect((await callApi('GET /api/auth/verify', {})).password).toBeUndefined();
});
