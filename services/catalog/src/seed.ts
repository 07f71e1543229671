import { createPublisher } from '@cairn/events/outbox.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { loadSeedConfig } from './config.ts';
import { porterStash } from './seed/porter-stash.ts';
import { seedHunts } from './seed/seed.service.ts';
import { vtTrollHunt } from './seed/vt-troll-hunt.ts';

const config = loadSeedConfig();
const logger = createLogger('catalog', config.LOG_LEVEL);
const pool = createPool({
  url: config.DATABASE_URL,
  schema: 'catalog',
  name: 'catalog-seed',
  onError: (err) => logger.warn({ err }, 'database.connection_lost'),
});

try {
  const handles = await seedHunts({ pool, publish: createPublisher('catalog'), config }, [
    vtTrollHunt,
    porterStash,
  ]);
  logger.info({ handles }, 'hunts.seeded');
} finally {
  await pool.end();
}
