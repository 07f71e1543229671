import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis } from '@cairn/service-kit/redis.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { expect, it } from 'vitest';

const url = new URL(getInfrastructure().redisUrl);

// One's own server (TEST_REDIS_URL) may have none.
it.skipIf(!url.password)('Redis refuses commands without the password', async () => {
  url.password = '';
  const redis = connectRedis(url.href, createLogger('test', 'silent'), {
    timeoutMs: 10_000,
    retryWithinMs: 500,
  });
  await redis.connect().catch(() => {});
  await expect(redis.get('cairn:revocations:current')).rejects.toThrow(/NOAUTH|writeable/);
  redis.disconnect();
});
