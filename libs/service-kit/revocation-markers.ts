import type { Redis } from './redis.ts';

/**
 * Revocation markers in Redis, written by auth and read by every service. All markers are fields of
 * one hash together with the field `complete`, which is written last: if the key is lost,
 * `complete` is lost with it, and services ask auth. A second key, `current`, expires after a
 * second; auth renews it while every marker is in place.
 */
const MARKERS = 'cairn:revocations';
const CURRENT = 'cairn:revocations:current';
/** Identifies a rewrite of all markers; lost with them if Redis is emptied during it. */
const DRAFT = 'cairn:revocations:draft';

const COMPLETE = 'complete';
const CURRENT_MS = 1_000;
const BATCH_SIZE = 500;

/** ARGV: field, value, field, value … Keeps the higher value; markers may arrive in any order. */
const RAISE = `
for i = 1, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or '0')
  if known < tonumber(ARGV[i + 1]) then redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end`;

/** Returns 0 if Redis lost the markers after all of them were written. */
const CONFIRM = `
if redis.call('GET', KEYS[3]) == ARGV[1] then
  redis.call('HSET', KEYS[1], '${COMPLETE}', '1')
  redis.call('DEL', KEYS[3])
end
if redis.call('HEXISTS', KEYS[1], '${COMPLETE}') == 0 then return 0 end
redis.call('SET', KEYS[2], '1', 'PX', ARGV[2])
return 1`;

export type Marker = { field: string; value: number };

export type MarkerReading = {
  /** 1 without a marker. */
  lowestVersion: number;
  isSessionEnded: boolean;
  /** All markers were written, and the key was not lost since. */
  isComplete: boolean;
  /** auth confirmed them within the last second. */
  isCurrent: boolean;
};

/** Its value is the lowest valid version of the user's tokens. */
export function userField(userId: string): string {
  return `user:${userId}`;
}

/** Its value is 1 after the session has ended. */
export function sessionField(sessionId: string): string {
  return `session:${sessionId}`;
}

export type TokenOwner = { userId: string; sessionId: string | null };

/** One reading for each owner, in the same order. */
export async function readMarkers(
  redis: Redis,
  owners: readonly TokenOwner[],
): Promise<MarkerReading[]> {
  const fields = owners.flatMap(({ userId, sessionId }) => [
    userField(userId),
    sessionField(sessionId ?? ''),
  ]);
  const [[complete, ...values], current] = await Promise.all([
    redis.hmget(MARKERS, COMPLETE, ...fields),
    redis.exists(CURRENT),
  ]);
  return owners.map((_, index) => ({
    lowestVersion: Number(values[2 * index] ?? 1),
    isSessionEnded: values[2 * index + 1] != null,
    isComplete: complete != null,
    isCurrent: current === 1,
  }));
}

export async function raiseMarkers(redis: Redis, markers: readonly Marker[]): Promise<void> {
  for (let from = 0; from < markers.length; from += BATCH_SIZE) {
    const batch = markers.slice(from, from + BATCH_SIZE);
    await redis.eval(RAISE, 1, MARKERS, ...batch.flatMap(({ field, value }) => [field, value]));
  }
}

/** Removes markers of expired tokens. */
export async function removeMarkers(redis: Redis, fields: readonly string[]): Promise<void> {
  for (let from = 0; from < fields.length; from += BATCH_SIZE) {
    await redis.hdel(MARKERS, ...fields.slice(from, from + BATCH_SIZE));
  }
}

/** Starts a rewrite of all markers. */
export async function beginDraft(redis: Redis, draft: string): Promise<void> {
  await redis.set(DRAFT, draft, 'EX', 60);
}

/** Call after writing the markers. Returns false if Redis lost them: all must be written again. */
export async function confirmMarkers(redis: Redis, draft: string | null): Promise<boolean> {
  const keys = [MARKERS, CURRENT, DRAFT];
  return (await redis.eval(CONFIRM, keys.length, ...keys, draft ?? '-', CURRENT_MS)) === 1;
}
