import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, type Visitor } from './browser.ts';
import { openAsStaff, pasteHtml } from './staff.ts';
import { expectVisible } from './steps.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the editor, in a browser', () => {
  it('works by keyboard alone, undoes, and saves its content', async () => {
    const { visitor, page, content } = await openEditor();
    await page.keyboard.type('Title');
    await page.getByRole('button', { name: /^H1/ }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('plain ');
    await page.keyboard.press('Control+i');
    await page.keyboard.type('slanted');
    await expect.poll(content).toBe('<h1>Title</h1><p>plain <em>slanted</em></p>');
    await page.keyboard.press('Control+z');
    await expect.poll(content).not.toContain('slanted');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(content).toContain('<em>slanted</em>');
    expect(await pressedIn(page)).toEqual(['Italic (Ctrl+I)']);

    await page.keyboard.press('Shift+Tab');
    // The toolbar moves the focus in a task of its own, after the key event.
    const focused = () => page.locator(':focus').getAttribute('aria-label');
    await page.keyboard.press('Home');
    await expect.poll(focused).toMatch(/^H1/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toMatch(/^H2/);
    await page.keyboard.press('Enter');
    await expect.poll(content).toContain('<h2>plain <em>slanted</em></h2>');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-3.6 accepts links of the four allowed schemes only', async () => {
    const { visitor, page, content } = await openEditor();
    await page.keyboard.type('here');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+k');
    for (const refused of ['javascript:alert(1)', 'data:text/html,x', '//evil.example']) {
      await page.getByLabel('Link address').fill(refused);
      await page.keyboard.press('Enter');
      await expectVisible(page, 'Use an address that begins with https, http, mailto or tel');
    }
    await page.getByLabel('Link address').fill('staff@example.com');
    await page.keyboard.press('Enter');
    await expect.poll(content).toBe('<p><a href="mailto:staff@example.com">here</a></p>');
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-7.4 sanitises pasted content and runs no script of it', async () => {
    const { visitor, page, content } = await openEditor();
    await pasteHtml(
      page,
      '<html><body><!--StartFragment--><h2 style="color:#f00">Head <i>line</i></h2>' +
        '<p class="MsoNormal" onclick="window.ran=1">One<script>window.ran=1</script></p>' +
        '<img src="https://evil.example/a.png" onerror="window.ran=1">' +
        '<p><a href="javascript:window.ran=1">Two</a></p><!--EndFragment--></body></html>',
    );
    await expect.poll(content).toBe('<h2>Head <em>line</em></h2><p>One</p><p>Two</p>');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('uploads images to its own host, and shows an error for a file that is no image', async () => {
    const { visitor, page, content } = await openEditor();
    const files = page.locator('form input[type=file]');
    await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
    await page.getByLabel('Description for those who do not see it').fill('A red dot');
    await expect.poll(content).toMatch(/^<img src="\/api\/images\/[\w-]+\.png" alt="A red dot">/);
    await files.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await page.getByRole('alert').waitFor();
    visitor.expectNoFaults();
    await visitor.close();
  });

  it('P-7.4 a script in a preview does not run', async () => {
    const { visitor, page } = await openEditor();
    const attack =
      '<p id="seen">Seen</p><img src="x" onerror="parent.ran=1"><svg onload="parent.ran=1"></svg>' +
      '<script>parent.ran=1</script><a href="javascript:parent.ran=1" target="_top">go</a>';
    await page.route('**/api/admin/send-email/preview', (route) =>
      route.fulfill({ json: { html: attack, text: 'Seen', count: 1 } }),
    );
    await page.getByLabel('Subject').fill('Subject');
    await page.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.type('text');
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe[title="The mail as it will look"]');
    await frame.locator('#seen').waitFor();
    await frame.getByText('go').click();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    await visitor.close();
  });
});

type Opened = { visitor: Visitor; page: Page; content: () => Promise<string> };

/** With the caret in the mail's content; reads its HTML from the request of the preview. */
async function openEditor(): Promise<Opened> {
  const visitor = await openAsStaff(browser, '/admin?tab=email', {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page } = visitor;
  await page.route('**/api/admin/send-email/preview', (route) =>
    route.fulfill({ json: { html: '<p>Seen</p>', text: 'Seen', count: 1 } }),
  );
  await page.getByLabel('Subject').fill('Subject');
  await page.getByRole('textbox', { name: 'Content' }).click();
  async function content(): Promise<string> {
    const place = await page.locator(':focus').elementHandle();
    const asked = page.waitForRequest('**/api/admin/send-email/preview');
    const preview = page.getByRole('button', { name: 'Preview' });
    await preview.click();
    const body = (await asked).postDataJSON() as { content: string };
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    // The dialog returns the focus to its opener once it is closed; until then nothing can take it.
    await preview.and(page.locator(':focus')).waitFor();
    await place?.focus();
    return body.content;
  }
  return { visitor, page, content };
}

async function pressedIn(page: Page): Promise<(string | null)[]> {
  const tools = await page.getByRole('toolbar').getByRole('button', { pressed: true }).all();
  return Promise.all(tools.map((tool) => tool.getAttribute('aria-label')));
}
