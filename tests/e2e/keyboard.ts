import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const WAIT = { timeout: 15_000 };
const MOST_PRESSES = 60;

/** A hand that has keys only: it reaches things by Tab, and never loses the focus on its way. */
export type Keyboard = {
  /** Presses Tab until the focus is there, where it must be seen. */
  tabTo(target: Locator): Promise<void>;
  /** Tab, and then Enter: for links and buttons. */
  follow(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Where the page has put the focus by itself. */
  expectFocus(target: Locator): Promise<void>;
};

export function keyboardOf(page: Page): Keyboard {
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor(WAIT);
    const focused = target.and(page.locator(':focus'));
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if ((await focused.count()) > 0) return expectSeen(page);
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
      await expect.poll(() => nameOfFocus(page), WAIT).not.toBe('BODY');
      await target.and(page.locator(':focus')).waitFor(WAIT);
    },
  };
}

function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.tagName');
}

/** Inside of the window, not covered, and with a ring around it. */
async function expectSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(HOW_FOCUS_IS_SEEN), WAIT).toBe('seen');
}

// As text, since it runs in the page, whose globals this program does not have.
const HOW_FOCUS_IS_SEEN = `(() => {
  const element = document.activeElement;
  const { left, top, width, height } = element.getBoundingClientRect();
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!onTop) return 'outside of the window';
  if (!element.contains(onTop) && !onTop.contains(element)) return 'covered';
  const hasRing = (one) => one && getComputedStyle(one).outlineStyle !== 'none';
  // A switch has it on its track, a card field on its frame.
  if (hasRing(element.nextElementSibling)) return 'seen';
  for (let one = element; one; one = one.parentElement) if (hasRing(one)) return 'seen';
  return 'without a ring';
})()`;
