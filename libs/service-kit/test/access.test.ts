import { randomUUID } from 'node:crypto';
import { call, startApp } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { app, log } from './sample-app.ts';

const running = await startApp(app);
afterAll(() => running.stop());
const JSON_TYPE = { 'content-type': 'application/json' };

describe('access to a route', () => {
  const user = tokenFor({ userId: randomUUID() });
  const admin = tokenFor({ userId: randomUUID(), isAdmin: true });

  it('is decided before a byte of the body is read', async () => {
    const raw = '{"name":';
    expect((await call(`${running.url}/own`, { raw, headers: JSON_TYPE })).status).toBe(401);
    expect((await call(`${running.url}/internal/things`, { raw, headers: JSON_TYPE })).status).toBe(
      403,
    );
  });

  it.each([
    ['/own', {}, 401],
    ['/own', { token: user }, 200],
    ['/staff', {}, 401],
    ['/staff', { token: user }, 403],
    ['/staff', { token: admin }, 202],
    ['/internal/things', {}, 403],
    ['/internal/things', { token: admin }, 403],
    ['/internal/things', { headers: { 'x-internal-token': 'guess' } }, 403],
    ['/internal/things', { headers: { 'x-internal-token': '' } }, 403],
    ['/internal/things', { headers: { 'x-internal-token': admin } }, 403],
    ['/internal/things', { caller: 'notification' as const }, 403],
    ['/internal/things', { isInternal: true }, 200],
  ])('%s with %o returns %i', async (path, options, status) => {
    const body = path === '/staff' ? {} : { json: { name: 'a' } };
    expect((await call(`${running.url}${path}`, { ...options, ...body })).status).toBe(status);
  });

  it('internal routes accept events up to the size limit', async () => {
    const send = (length: number) =>
      call(`${running.url}/internal/things`, {
        isInternal: true,
        json: { name: 'a', extra: 'x'.repeat(length) },
      });
    expect((await send(900_000)).body).toEqual({ length: 900_000 });
    expect((await send(1_100_000)).status).toBe(413);
  });
});

describe('request ids', () => {
  it("use the caller's valid ids and pass them to handler, answer and log", async () => {
    const headers = {
      ...JSON_TYPE,
      'x-request-id': 'caller-12345',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    const answered = await call(`${running.url}/things?token=hush`, {
      raw: '{"name":"a"}',
      headers,
    });
    expect(answered.headers.get('x-request-id')).toBe('caller-12345');
    expect(answered.headers.get('traceparent')).toMatch(
      new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-01$`),
    );
    expect(answered.body).toEqual({ requestId: 'caller-12345' });
    const line = log
      .named('request.completed')
      .find((entry) => entry['requestId'] === 'caller-12345');
    expect(line).toMatchObject({
      traceId: 'a'.repeat(32),
      req: { method: 'POST', path: '/things' },
      res: { status: 201 },
    });
    expect(JSON.stringify(log.lines())).not.toContain('hush');
  });

  it.each([
    'rubbish',
    `00-${'a'.repeat(33)}-${'b'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01; DROP TABLE users`,
  ])('start a new trace if the caller sends the traceparent %s', async (traceparent) => {
    const { headers } = await call(`${running.url}/healthz`, { headers: { traceparent } });
    const [, traceId] =
      /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(headers.get('traceparent') ?? '') ?? [];
    expect(traceId).toBeDefined();
    expect(traceparent.toLowerCase()).not.toContain(traceId);
  });

  it.each(['short', 'x'.repeat(65), 'with space 123', '<script>alert'])(
    'are new if the caller sends %s',
    async (given) => {
      const { headers } = await call(`${running.url}/healthz`, {
        headers: { 'x-request-id': given },
      });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});
