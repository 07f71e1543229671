export type TimerParts = { days: number; hours: number; minutes: number; seconds: number };

/** Whole units between two times in milliseconds; zero before the start. */
export function timerParts(from: number, now: number): TimerParts {
  const total = Math.max(0, Math.floor((now - from) / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** Time left until a moment, rounded up to whole seconds, so the last displayed second is 1. */
export function remainingParts(moment: number, now: number): TimerParts {
  return timerParts(0, Math.ceil((moment - now) / 1000) * 1000);
}
