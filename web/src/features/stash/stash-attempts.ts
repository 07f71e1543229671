import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';

/** The attempts counted by this browser; the server has its own limit. Times in ms, `timeRemaining` in seconds. */
export type StashAttempts = {
  attempts: number;
  resetTime: number;
  blocked: boolean;
  timeRemaining: number;
};

export const MAX_ATTEMPTS = 3;
const WINDOW_MS = 60_000;
const KEY = 'porterStashAttempts';

export const NO_ATTEMPTS: StashAttempts = {
  attempts: 0,
  resetTime: 0,
  blocked: false,
  timeRemaining: 0,
};

/** Returns no attempts after the window has ended. */
export function readAttempts(now = Date.now()): StashAttempts {
  const stored = parse(readItem(KEY));
  if (!stored || now >= stored.resetTime || stored.resetTime > now + WINDOW_MS) return NO_ATTEMPTS;
  return { ...stored, timeRemaining: Math.ceil((stored.resetTime - now) / 1_000) };
}

/** Counts an attempt, correct or not; the window starts with the first. */
export function countAttempt(now = Date.now()): StashAttempts {
  const { attempts, resetTime } = readAttempts(now);
  return save(
    { attempts: attempts + 1, resetTime: attempts === 0 ? now + WINDOW_MS : resetTime },
    now,
  );
}

/** Applies the server's Retry-After when the server has counted more attempts. */
export function blockFor(seconds: number, now = Date.now()): StashAttempts {
  return save({ attempts: MAX_ATTEMPTS, resetTime: now + seconds * 1_000 }, now);
}

function save({ attempts, resetTime }: Pick<StashAttempts, 'attempts' | 'resetTime'>, now: number) {
  const state = {
    attempts,
    resetTime,
    blocked: attempts >= MAX_ATTEMPTS,
    timeRemaining: Math.ceil((resetTime - now) / 1_000),
  };
  writeItem(KEY, JSON.stringify(state));
  return state;
}

export function clearAttempts(): void {
  removeItem(KEY);
}

function parse(text: string | null): StashAttempts | null {
  try {
    const { attempts, resetTime, blocked } = Object(JSON.parse(text ?? 'null'));
    const isValid = Number.isInteger(attempts) && attempts > 0 && Number.isFinite(resetTime);
    return isValid ? { attempts, resetTime, blocked: blocked === true, timeRemaining: 0 } : null;
  } catch {
    return null;
  }
}
