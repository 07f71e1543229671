import type { Redis } from './redis.ts';

/**
 * What Redis holds of ended login tokens. auth alone writes it, every service reads it:
 * `cairn:revoked:<user id>` is the lowest valid token version of a user who has ended older ones;
 * `complete` is written after all marks, so that a Redis that came back empty is known by its
 * absence; `current` lives for a second and is renewed while auth finds every mark in its place.
 */
const MARK = 'cairn:revoked:';
const COMPLETE = 'cairn:revocations:complete';
const CURRENT = 'cairn:revocations:current';
const DRAFT = 'cairn:revocations:draft';

/** A token lives for seven days; its mark outlives it. */
const MARK_SECONDS = 8 * 24 * 3600;
const CURRENT_MS = 1_000;
const AT_ONCE = 500;

/** Of two marks the higher stays, in whatever order they come. */
const RAISE = `
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if known < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) end`;

/** Only a draft that Redis still knows was written to it as a whole. */
const CONFIRM = `
if redis.call('GET', KEYS[3]) == ARGV[1] then
  redis.call('SET', KEYS[1], '1')
  redis.call('DEL', KEYS[3])
end
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('SET', KEYS[2], '1', 'PX', ARGV[2])
return 1`;

export type Mark = { userId: string; lowestVersion: number };

export type MarkReading = {
  /** 1 where there is no mark. */
  lowestVersion: number;
  /** All marks were written since Redis was empty. */
  isComplete: boolean;
  /** They were still in their place within the last second. */
  isCurrent: boolean;
};

export async function readMark(redis: Redis, userId: string): Promise<MarkReading> {
  const [mark, complete, current] = await redis.mget(`${MARK}${userId}`, COMPLETE, CURRENT);
  return {
    lowestVersion: Number(mark ?? 1),
    isComplete: complete !== null,
    isCurrent: current !== null,
  };
}

export async function raiseMarks(redis: Redis, marks: readonly Mark[]): Promise<void> {
  for (let from = 0; from < marks.length; from += AT_ONCE) {
    await Promise.all(
      marks
        .slice(from, from + AT_ONCE)
        .map(({ userId, lowestVersion }) =>
          redis.eval(RAISE, 1, `${MARK}${userId}`, lowestVersion, MARK_SECONDS),
        ),
    );
  }
}

/** Begins a writing of all marks; Redis forgets the draft if it is emptied meanwhile. */
export async function beginDraft(redis: Redis, draft: string): Promise<void> {
  await redis.set(DRAFT, draft, 'EX', 60);
}

/** After the marks. False where Redis has been emptied: all of them must be written again. */
export async function confirmMarks(redis: Redis, draft: string | null): Promise<boolean> {
  const confirmed = await redis.eval(
    CONFIRM,
    3,
    COMPLETE,
    CURRENT,
    DRAFT,
    draft ?? '-',
    CURRENT_MS,
  );
  return confirmed === 1;
}
