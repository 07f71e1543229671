import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const MAX_PRESSES = 60;

/** Keyboard input only: reaches elements by Tab and asserts that the focus is never lost. */
export type Keyboard = {
  /** Presses Tab until the element has the focus, and asserts that the focus is visible. */
  tabTo(target: Locator): Promise<void>;
  /** Tab to a link or button, then Enter. */
  follow(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Asserts where the page has moved the focus. */
  expectFocus(target: Locator): Promise<void>;
};

export function keyboardOf(page: Page): Keyboard {
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const focused = target.and(page.locator(':focus'));
    for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
      if ((await focused.count()) > 0) return expectFocusVisible(page);
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way to ${target} by Tab`);
  }

  async function follow(target: Locator): Promise<void> {
    await tabTo(target);
    await page.keyboard.press('Enter');
  }

  return {
    tabTo,
    follow,
    async type(target, text) {
      await tabTo(target);
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    async expectFocus(target) {
      await expect.poll(() => nameOfFocus(page)).not.toBe('BODY');
      await target.and(page.locator(':focus')).waitFor();
    },
  };
}

function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.tagName');
}

/** Whether the focused element is in the viewport, not covered, and has a focus ring. */
async function expectFocusVisible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(IS_FOCUS_VISIBLE)).toBe('seen');
}

// A string, since it runs in the page and uses globals that Node does not have.
const IS_FOCUS_VISIBLE = `(() => {
  const element = document.activeElement;
  const { left, top, width, height } = element.getBoundingClientRect();
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!onTop) return 'outside of the window';
  if (!element.contains(onTop) && !onTop.contains(element)) return 'covered';
  const hasRing = (one) => one && getComputedStyle(one).outlineStyle !== 'none';
  // A switch shows the ring on its track, a card field on its frame.
  if (hasRing(element.nextElementSibling)) return 'seen';
  for (let one = element; one; one = one.parentElement) if (hasRing(one)) return 'seen';
  return 'without a ring';
})()`;
