import type { Page } from 'playwright-core';

export async function expectVisible(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in/i })
    .click();
}

/** The button of a form on the page; the header may have one of the same name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

export function storedItem(page: Page, key: 'token' | 'user'): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
