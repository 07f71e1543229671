import { createPublisher } from '@cairn/events/outbox.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { loadSeedConfig } from './config.ts';
import { createPasswords } from './passwords/passwords.ts';
import { seedUser } from './seed/seeding.service.ts';

/** `node src/seed.ts`: creates a verified admin and a verified player for development. */
const config = loadSeedConfig();
const logger = createLogger('auth', config.LOG_LEVEL);
const pool = createPool({
  url: config.DATABASE_URL,
  schema: 'auth',
  name: 'auth-seed',
  onError: (err) => logger.warn({ err }, 'database.connection_lost'),
});
const deps = { pool, publish: createPublisher('auth'), passwords: createPasswords() };

try {
  const adminId = await seedUser(deps, {
    email: config.SEED_ADMIN_EMAIL,
    password: config.SEED_ADMIN_PASSWORD,
    isAdmin: true,
  });
  const playerId = await seedUser(deps, {
    email: config.SEED_PLAYER_EMAIL,
    password: config.SEED_PLAYER_PASSWORD,
    isAdmin: false,
  });
  logger.info({ adminId, playerId }, 'users.seeded');
} finally {
  await pool.end();
}
