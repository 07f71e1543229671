import { beforeEach, describe, expect, it } from 'vitest';
import { removeItem, writeItem } from '../../lib/browser-storage.ts';
import { blockFor, countMessage, EMPTY_WINDOW, readWindow } from './contact-window.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;

beforeEach(() => removeItem('contactFormRateLimit'));

describe('contact form rate-limit window', () => {
  it('blocks for ten minutes from the first message after the third', () => {
    expect(countMessage(START)).toMatchObject({ count: 1, blocked: false, timeRemaining: 10 });
    expect(countMessage(START + MINUTE)).toMatchObject({ count: 2, blocked: false });
    expect(countMessage(START + 2 * MINUTE)).toEqual({
      count: 3,
      lastReset: START,
      blocked: true,
      timeRemaining: 8,
    });
    expect(readWindow(START + 9 * MINUTE + 1)).toMatchObject({ blocked: true, timeRemaining: 1 });
    expect(readWindow(START + 10 * MINUTE)).toEqual(EMPTY_WINDOW);
    expect(countMessage(START + 11 * MINUTE)).toMatchObject({ count: 1 });
  });

  it("blocks for the server's Retry-After", () => {
    expect(blockFor(90, START)).toMatchObject({ count: 3, blocked: true, timeRemaining: 2 });
    expect(readWindow(START + 90_000)).toEqual(EMPTY_WINDOW);
    expect(blockFor(10_000_000, START)).toMatchObject({ timeRemaining: 10 });
  });

  it.each(['', 'null', '7', '{}', '{"count":"3"}', '{"count":-1,"lastReset":1}', '{'])(
    'ignores invalid stored value %j',
    (text) => {
      writeItem('contactFormRateLimit', text);
      expect(readWindow(START)).toEqual(EMPTY_WINDOW);
    },
  );

  it('ignores a window in the future after a clock change', () => {
    countMessage(START);
    expect(readWindow(START - MINUTE)).toEqual(EMPTY_WINDOW);
  });
});
