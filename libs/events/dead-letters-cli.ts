import { createPool } from '@cairn/postgres/pool.ts';
import { parseConfig } from '@cairn/service-kit/config.ts';
import { z } from 'zod';
import { listDeadLetters, replayDeadLetters } from './dead-letters.ts';

const USAGE = 'usage: npm run dead-letters -- list [service] | replay <service> [id …]\n';

const { DEAD_LETTER_DATABASES } = parseConfig(
  z.object({
    DEAD_LETTER_DATABASES: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.record(z.string(), z.url())),
  }),
  process.env,
);

const [command, service, ...ids] = process.argv.slice(2);
if (command === 'list') await list(service);
else if (command === 'replay' && service) await replay(service, ids);
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}

async function list(only?: string): Promise<void> {
  for (const name of Object.keys(DEAD_LETTER_DATABASES)) {
    if (only && only !== name) continue;
    const letters = await withPool(name, (pool) => listDeadLetters(pool, 100));
    process.stdout.write(`${name}: ${letters.length}\n`);
    for (const { id, topic, cause, diedAt, envelope } of letters) {
      const what = envelope ? `${envelope.type} ${envelope.id}` : 'unreadable';
      process.stdout.write(`  ${id}  ${diedAt.toISOString()}  ${topic}  ${what}  ${cause}\n`);
    }
  }
}

async function replay(name: string, only: string[]): Promise<void> {
  const done = await withPool(name, (pool) =>
    replayDeadLetters(pool, only.length > 0 ? only : undefined),
  );
  process.stdout.write(
    `${name}: ${done.length} brought back${done.length > 0 ? `: ${done.join(', ')}` : ''}\n`,
  );
}

async function withPool<Result>(
  name: string,
  work: (pool: ReturnType<typeof createPool>) => Promise<Result>,
): Promise<Result> {
  const url = DEAD_LETTER_DATABASES[name];
  if (!url) throw new Error(`There is no service ${name} with a database.`);
  const pool = createPool({ url, schema: name, name: 'dead-letters', max: 1, onError: () => {} });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
