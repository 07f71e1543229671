import type { ElementHandle, Page } from 'playwright-core';
import { expect } from 'vitest';

export async function expectVisible(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
}

/**
 * Asserts that a screen reader announces the text: it appears in a status region that existed before
 * the action, or in the focused element.
 */
export async function expectAnnounced(
  page: Page,
  text: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const known = await page.getByRole('status').elementHandles();
  await act();
  await expectVisible(page, text);
  await expect.poll(() => readAnnounced(page, known)).toContain(text);
}

async function readAnnounced(page: Page, known: ElementHandle[]): Promise<string> {
  const focused = await page.locator(':focus').elementHandles();
  const texts = [...known, ...focused].map(async (place) =>
    (await place.isVisible()) ? ((await place.textContent()) ?? '') : '',
  );
  return (await Promise.all(texts)).join('\n');
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in/i })
    .click();
}

/** Presses a button in the main part; the header may have one of the same name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

export function storedItem(
  page: Page,
  key: 'token' | 'user' | 'huntToJoin',
): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
