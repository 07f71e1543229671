import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';

/** The window of tries as this browser counts it; the server counts for itself. Times in ms, `timeRemaining` in seconds. */
export type StashTries = {
  attempts: number;
  resetTime: number;
  blocked: boolean;
  timeRemaining: number;
};

export const MAX_TRIES = 3;
const WINDOW_MS = 60_000;
const KEY = 'porterStashAttempts';

export const NO_TRIES: StashTries = { attempts: 0, resetTime: 0, blocked: false, timeRemaining: 0 };

/** What holds now: a window that is over counts nothing any more. */
export function readTries(now = Date.now()): StashTries {
  const stored = parse(readItem(KEY));
  if (!stored || now >= stored.resetTime || stored.resetTime > now + WINDOW_MS) return NO_TRIES;
  return { ...stored, timeRemaining: Math.ceil((stored.resetTime - now) / 1_000) };
}

/** One more try, right or wrong; the window runs from the first. */
export function countTry(now = Date.now()): StashTries {
  const { attempts, resetTime } = readTries(now);
  return keep(
    { attempts: attempts + 1, resetTime: attempts === 0 ? now + WINDOW_MS : resetTime },
    now,
  );
}

/** The server counts more than this browser knew of: it says for how long. */
export function blockFor(seconds: number, now = Date.now()): StashTries {
  return keep({ attempts: MAX_TRIES, resetTime: now + seconds * 1_000 }, now);
}

function keep({ attempts, resetTime }: Pick<StashTries, 'attempts' | 'resetTime'>, now: number) {
  const tries = {
    attempts,
    resetTime,
    blocked: attempts >= MAX_TRIES,
    timeRemaining: Math.ceil((resetTime - now) / 1_000),
  };
  writeItem(KEY, JSON.stringify(tries));
  return tries;
}

export function forgetTries(): void {
  removeItem(KEY);
}

function parse(text: string | null): StashTries | null {
  try {
    const { attempts, resetTime, blocked } = Object(JSON.parse(text ?? 'null'));
    const isWhole = Number.isInteger(attempts) && attempts > 0 && Number.isFinite(resetTime);
    return isWhole ? { attempts, resetTime, blocked: blocked === true, timeRemaining: 0 } : null;
  } catch {
    return null;
  }
}
