import { randomBytes, randomUUID } from 'node:crypto';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { FormDraft } from '@cairn/contracts/http/form-drafts.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { newAddress } from '../support/addresses.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, type Player } from '../support/player.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './browser.ts';

export const site = inject('site');
export const api = createClient(site.url, newAddress());
const seededAdmin = inject('admin');
export type Mail = { to: string; subject: string; html: string; text: string };

type Admin = Pick<Player, 'email' | 'password' | 'userId'>;

let ownAdmin: Promise<Admin> | undefined;

/**
 * An admin of this worker: the SQL tool runs one statement at a time for each admin, and the
 * activity log can be filtered by admin.
 */
export function getAdmin(): Promise<Admin> {
  ownAdmin ??= createAdmin();
  return ownAdmin;
}

async function createAdmin(): Promise<Admin> {
  const player = await createPlayer(site);
  const { token } = (await api.post('/api/auth/login', seededAdmin)).body as Session;
  const response = await fetch(`${site.url}/api/admin/accounts/${player.userId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ is_admin: true }),
  });
  if (!response.ok) throw new Error(`is_admin: ${response.status} ${await response.text()}`);
  return player;
}

export async function logInAdmin(): Promise<Session> {
  const { email, password } = await getAdmin();
  return (await api.post('/api/auth/login', { email, password })).body as Session;
}

/** Opens a page of the back office as this worker's admin, with a stored login and without drafts. */
export async function openAsStaff(
  browser: Browser,
  path: string,
  options: VisitorOptions = { viewport: { width: 1440, height: 900 } },
): Promise<Visitor> {
  const session = await logInAdmin();
  await discardDrafts(session);
  return openAs(browser, path, { session, options });
}

/** Another test of this worker may have left unsaved input. */
async function discardDrafts({ token }: Session): Promise<void> {
  const { body } = await api.get('/api/admin/form-drafts', { token });
  for (const { form } of (body as { drafts: FormDraft[] }).drafts) {
    await fetch(`${site.url}/api/admin/form-drafts/${form}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
  }
}

type As = { session: Session; options?: VisitorOptions };

export async function openAs(
  browser: Browser,
  path: string,
  { session, options }: As,
): Promise<Visitor> {
  const visitor = await openVisitor(browser, site.url, { ...options, login: session });
  await visitor.page.goto(path);
  return visitor;
}

/** Waits for the newest matching mail to an address. */
export async function findMail(to: string, fits: (mail: Mail) => boolean): Promise<Mail> {
  const read = async () => {
    const { body } = await api.get(`/sandbox/messages?to=${encodeURIComponent(to)}`);
    return (body as Mail[]).findLast(fits) ?? null;
  };
  return waitUntil(read, { what: `a mail to ${to}` });
}

export function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name, exact: true }).click();
}

/**
 * Pastes with Ctrl+V what another program has copied. Another window writes the clipboard, since
 * Chromium applies the content security policy of the page that writes.
 */
export async function pasteHtml(page: Page, html: string): Promise<void> {
  const other = await page
    .context()
    .browser()
    ?.newContext({
      baseURL: site.url,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
  const writer = await other?.newPage();
  await writer?.goto('/terms');
  // A string, since it runs in the page and uses globals that Node does not have.
  await writer?.evaluate(`navigator.clipboard.write([new ClipboardItem({
    'text/html': new Blob([${JSON.stringify(html)}], { type: 'text/html' }),
    'text/plain': new Blob(['plain'], { type: 'text/plain' }),
  })])`);
  await other?.close();
  await page.bringToFront();
  await page.keyboard.press('Control+V');
}

export function uniqueName(what: string): string {
  return `${what}-${randomBytes(4).toString('hex')}`;
}
