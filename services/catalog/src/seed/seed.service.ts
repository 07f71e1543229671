import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { ConfigError } from '@cairn/service-kit/config.ts';
import { insertClue } from '../clues/clues.store.ts';
import { insertCommittedCode, insertSealedStash } from '../codes/codes.service.ts';
import type { SeedConfig } from '../config.ts';
import { insertHunt } from '../hunts/hunts.store.ts';
import { publishProduct } from '../products/products.service.ts';
import type { HuntSeed } from './hunt-seed.ts';

const DAY_MS = 24 * 3600 * 1000;

type SeedDependencies = { pool: Pool; publish: PublishEvent; config: SeedConfig };

/** Creates missing hunts and returns their handles; existing hunts are not changed. */
export async function seedHunts(
  dependencies: SeedDependencies,
  seeds: readonly HuntSeed[],
): Promise<string[]> {
  const made: string[] = [];
  for (const seed of seeds) {
    const isNew = await inTransaction(dependencies.pool, (tx) => seedHunt(tx, dependencies, seed));
    if (isNew) made.push(seed.handle);
  }
  return made;
}

async function seedHunt(
  tx: Transaction,
  { publish, config }: SeedDependencies,
  seed: HuntSeed,
): Promise<boolean> {
  const { clues, hasStash, hiddenDaysAgo, ...hunt } = seed;
  const hiddenAt = inDays(-hiddenDaysAgo);
  const huntId = await insertHunt(tx, { ...hunt, images: [], hiddenAt });
  if (!huntId) return false;
  for (const { inDays: days, ...clue } of clues) {
    const publishAt = inDays(days);
    // The hunt has no members yet, so released clues need no announcement.
    const announcedAt = days <= 0 ? publishAt : null;
    await insertClue(tx, { ...clue, huntId, publishAt, announcedAt });
  }
  // The example hunts began in the past, so their commitment was published then.
  const code = codeOf(config, seed.handle);
  await insertCommittedCode(tx, config, { huntId, code, committedAt: hiddenAt });
  if (hasStash) {
    const { SEED_STASH_CODE: stashCode, SEED_STASH_PHRASE: phrase } = config;
    await insertSealedStash(tx, config, { huntId, code: stashCode, phrase });
  }
  await publishProduct(tx, publish, huntId);
  return true;
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}

function codeOf(config: SeedConfig, handle: string): string {
  const code = config.SEED_TREASURE_CODES[handle];
  if (code === undefined) throw new ConfigError(`SEED_TREASURE_CODES has none for ${handle}`);
  return code;
}
