import type { Page } from 'playwright-core';

const MOST_STOPS = 120;

/** What the keyboard is on, by the name that a screen reader would say; `nothing` where it is on none. */
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

/** Presses Tab, or Shift+Tab, until it is on something of that name, which must be seen to have it. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) {
      if (!(await isFocusSeen(page))) throw new Error(`nobody sees that ${focused} has the focus`);
      return;
    }
    passed.push(focused);
  }
  throw new Error(`${key} never comes to ${name}: ${passed.join(' › ')}`);
}

function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || /inset/.test(boxShadow);
  })()`);
}
