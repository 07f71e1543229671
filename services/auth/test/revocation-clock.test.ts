import { randomBytes, randomUUID } from 'node:crypto';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis, type Redis } from '@cairn/service-kit/redis.ts';
import { readMarkers } from '@cairn/service-kit/revocation-markers.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createRevocationService,
  type RevocationService,
} from '../src/revocations/revocations.service.ts';

const logger = createLogger('test', 'silent');
const AHEAD_MS = 600_000;
const REDIS = { timeoutMs: 5_000, retryWithinMs: 500 };

let database: TestDatabase;
let redis: Redis;
let revocations: RevocationService;

beforeAll(async () => {
  database = await createTestDatabase();
  const keyPrefix = `test:${randomBytes(6).toString('hex')}:`;
  redis = connectRedis(`${getInfrastructure().redisUrl}/0?keyPrefix=${keyPrefix}`, logger, REDIS);
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + AHEAD_MS);
  revocations = createRevocationService({ pool: database.poolOf('auth'), redis, logger });
  await revocations.backgroundService.start?.();
});

afterAll(async () => {
  vi.restoreAllMocks();
  await revocations?.backgroundService.stop();
  redis?.disconnect();
  await database?.drop();
});

describe('auth with a wall clock ahead of the database', () => {
  it('P-4.8 writes the marker of a revocation that another process did not announce', async () => {
    const userId = randomUUID();
    const read = () =>
      readMarkers(redis, [{ userId, sessionId: null }]).then(
        ([reading]) => reading,
        // Not connected yet.
        () => null,
      );
    await waitUntil(async () => (await read())?.isCurrent, { what: 'confirmed markers' });
    // As left behind by a process that was killed between its commit and its announcement.
    await database.poolOf('auth').query('INSERT INTO revocations VALUES ($1, 2, now())', [userId]);
    await waitUntil(async () => (await read())?.lowestVersion === 2, { what: 'the marker' });
    expect(await read()).toMatchObject({ lowestVersion: 2, isComplete: true });
  });
});
