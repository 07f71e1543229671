import { readItem, writeItem } from '../../lib/browser-storage.ts';

/** Counted by this browser; the server has its own limit. `lastReset` in ms, `timeRemaining` in minutes. */
export type ContactWindow = {
  count: number;
  lastReset: number;
  blocked: boolean;
  timeRemaining: number;
};

export const MAX_MESSAGES = 3;
export const WINDOW_MS = 600_000;
const MINUTE_MS = 60_000;
const KEY = 'contactFormRateLimit';

export const EMPTY_WINDOW: ContactWindow = {
  count: 0,
  lastReset: 0,
  blocked: false,
  timeRemaining: 0,
};

/** Returns an empty window after the window has ended. */
export function readWindow(now = Date.now()): ContactWindow {
  const stored = parse(readItem(KEY));
  if (!stored || now >= stored.lastReset + WINDOW_MS || stored.lastReset > now) return EMPTY_WINDOW;
  return save(stored, now);
}

/** Counts an accepted message; the window starts with the first. */
export function countMessage(now = Date.now()): ContactWindow {
  const { count, lastReset } = readWindow(now);
  return save({ count: count + 1, lastReset: count === 0 ? now : lastReset }, now);
}

/** Applies the server's Retry-After when the server has counted more messages. */
export function blockFor(seconds: number, now = Date.now()): ContactWindow {
  const remainingMs = Math.min(seconds * 1_000, WINDOW_MS);
  return save({ count: MAX_MESSAGES, lastReset: now - (WINDOW_MS - remainingMs) }, now);
}

function save({ count, lastReset }: Pick<ContactWindow, 'count' | 'lastReset'>, now: number) {
  const window = {
    count,
    lastReset,
    blocked: count >= MAX_MESSAGES,
    timeRemaining: Math.ceil((lastReset + WINDOW_MS - now) / MINUTE_MS),
  };
  writeItem(KEY, JSON.stringify(window));
  return window;
}

function parse(text: string | null): Pick<ContactWindow, 'count' | 'lastReset'> | null {
  try {
    const { count, lastReset } = Object(JSON.parse(text ?? 'null'));
    const isValid = Number.isInteger(count) && count > 0 && Number.isFinite(lastReset);
    return isValid ? { count: Math.min(count, MAX_MESSAGES), lastReset } : null;
  } catch {
    return null;
  }
}
