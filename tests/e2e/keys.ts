import type { Page } from 'playwright-core';

const MAX_PRESSES = 120;

/** The accessible name of the focused element; `nothing` without one. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { activeElement: element, body } = document;
    if (!element || element === body) return 'nothing';
    const labelled = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    const label = element.labels?.[0] ?? labelled ?? element;
    const name = element.getAttribute('aria-label') ?? label.innerText ?? '';
    return name.replace(/\\s+/g, ' ').trim();
  })()`);
}

/** Presses Tab, or Shift+Tab, until an element of that name has the focus, and asserts that the focus is visible. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_PRESSES; stop++) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) {
      if (!(await isFocusVisible(page))) throw new Error(`the focus on ${focused} is not visible`);
      return;
    }
    passed.push(focused);
  }
  throw new Error(`${key} never comes to ${name}: ${passed.join(' › ')}`);
}

function isFocusVisible(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || /inset/.test(boxShadow);
  })()`);
}
