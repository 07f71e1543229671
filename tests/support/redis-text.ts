import type { Redis } from 'ioredis';

/** The Redis keys of any type whose name or value contains a text. */
export async function findKeysWith(redis: Redis, text: string): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of redis.scanStream({ count: 1_000 })) {
    for (const key of keys as string[]) {
      const value = key.includes(text) ? key : JSON.stringify(await readKey(redis, key));
      if (value?.includes(text)) found.push(key);
    }
  }
  return found;
}

async function readKey(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      // Expired or deleted since it was listed.
      return null;
  }
}
