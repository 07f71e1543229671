import type { Redis } from '@cairn/service-kit/redis.ts';

const TTL_SECONDS = 40;

type Touch = { huntId: string; clueId: string | null; adminId: string; isOpen: boolean };

/** Saves when the admin last had the form open; returns the other admins of the last 40 seconds. */
export async function touchEditor(
  redis: Redis,
  { huntId, clueId, adminId, isOpen }: Touch,
  now = Date.now(),
): Promise<string[]> {
  const key = `cairn:editors:${huntId}:${clueId ?? 'hunt'}`;
  const change = redis.multi();
  if (isOpen) change.hset(key, adminId, now);
  else change.hdel(key, adminId);
  const results = await change.expire(key, TTL_SECONDS).hgetall(key).exec();
  const seen = (results?.at(-1)?.[1] ?? {}) as Record<string, string>;
  return Object.entries(seen)
    .filter(([id, at]) => id !== adminId && now - Number(at) < TTL_SECONDS * 1000)
    .map(([id]) => id);
}
