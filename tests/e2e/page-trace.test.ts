import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findTraceLines } from '../../infra/local/trace-log.ts';
import { createPlayer } from '../support/player.ts';
import { closeVisitors, connectBrowser, openVisitor } from './browser.ts';

const site = inject('site');
const inside = inject('inside');
const executablePath = inject('chromiumPath');
/** Used by this file only, since limits count by address. */
const ADDRESS = '127.0.54.1';
const WIDE = { viewport: { width: 1440, height: 900 } };
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the trace of a page', () => {
  it('one trace id per page visit, from the browser over the gateway to the services', async () => {
    const { token } = await createPlayer(site, ADDRESS);
    const { page, ...visitor } = await openVisitor(browser, site.url, {
      ...WIDE,
      login: { token },
    });
    const asksWho = () => page.waitForRequest('**/api/auth/verify');
    const [who, what] = await Promise.all([
      asksWho(),
      page.waitForRequest('**/api/products'),
      page.goto('/hunts'),
    ]);
    expect(traceIdOf(what)).toBe(traceIdOf(who));
    const [next] = await Promise.all([
      asksWho(),
      page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click(),
    ]);
    expect(traceIdOf(next)).not.toBe(traceIdOf(who));
    await waitForTrace(traceIdOf(who), ['gateway /api/products', ...WHO]);
    await waitForTrace(traceIdOf(next), WHO);
    visitor.expectNoFaults();
    await visitor.close();
  });
});

const WHO = ['gateway /api/auth/verify', 'auth /api/auth/verify'];

function traceIdOf(request: Request): string {
  const [, traceId = ''] = request.headers()['traceparent']?.split('-') ?? [];
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  return traceId;
}

/** Waits until the logs contain these requests under this trace id. */
function waitForTrace(traceId: string, answers: string[]): Promise<unknown> {
  return waitUntil(
    () => {
      const logged = findTraceLines(inside.logs, traceId)
        .filter(({ msg }) => msg === 'request.completed')
        .map(({ service, req }) => `${service} ${(req as { path: string }).path}`);
      return answers.every((answer) => logged.includes(answer));
    },
    { what: `the trace ${traceId}` },
  );
}
