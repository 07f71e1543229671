import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { loadDeadLetterDatabases } from './config.ts';
import { countDeadLetters, listDeadLetters } from './dead-letters.store.ts';
import { replayDeadLetters } from './dead-letters.ts';

const USAGE = 'usage: npm run dead-letters -- list [service] | replay <service> [id …]\n';
const SHOWN = 100;

const databases = loadDeadLetterDatabases();
const [command, service, ...ids] = process.argv.slice(2);
const isKnown = service !== undefined && Object.hasOwn(databases, service);

if (command === 'list' && (isKnown || service === undefined)) await list(service);
else if (command === 'replay' && isKnown) await replay(service, ids);
else {
  process.stderr.write(`${USAGE}services: ${Object.keys(databases).join(', ')}\n`);
  process.exitCode = 2;
}

async function list(only?: string): Promise<void> {
  for (const name of only ? [only] : Object.keys(databases)) {
    await withPool(name, async (pool) => {
      process.stdout.write(`${name}: ${await countDeadLetters(pool)}\n`);
      for (const { id, diedAt, topic, type, eventId, place, cause } of await listDeadLetters(
        pool,
        SHOWN,
      )) {
        const what = type ? `${type} ${eventId}` : `unreadable at ${place}`;
        process.stdout.write(
          `  ${id}  ${diedAt.toISOString()}  ${topic}  ${what}  ${oneLine(cause)}\n`,
        );
      }
    });
  }
}

async function replay(name: string, only: string[]): Promise<void> {
  const done = await withPool(name, (pool) =>
    replayDeadLetters(pool, only.length > 0 ? only : undefined),
  );
  const which = done.length > 0 ? `: ${done.join(', ')}` : '';
  process.stdout.write(`${name}: ${done.length} brought back${which}\n`);
}

async function withPool<Result>(
  name: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const url = databases[name] ?? '';
  const pool = createPool({ url, schema: name, name: 'dead-letters', max: 1, onError: () => {} });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
