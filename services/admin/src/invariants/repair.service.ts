import { setTimeout } from 'node:timers/promises';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { CHECKS, type Check, listViolated } from './checks.store.ts';
import { applyRepair, repairOf } from './repairs.store.ts';
import { listNextRows, SOURCES } from './sources.store.ts';

export type Finding = { check: Check; keys: string[] };

export type RepairResult = {
  check: string;
  what: string;
  keys: string[];
  outcome: 'planned' | 'repaired' | 'needs a person';
};

const BATCH = 1_000;

/**
 * Verifies all rows, waits `settleMs` for events in transit, and repairs what still violates an
 * invariant. `pool` is a superuser's. With `isDryRun` nothing is written.
 */
export async function repairViolations(
  pool: Pool,
  { isDryRun, settleMs }: { isDryRun: boolean; settleMs: number },
): Promise<RepairResult[]> {
  const candidates = await findViolations(pool);
  if (candidates.length > 0) await setTimeout(settleMs);
  const results: RepairResult[] = [];
  for (const { check, keys: before } of candidates) {
    const keys = await listViolated(pool, check, before);
    if (keys.length === 0) continue;
    const { what, statements } = repairOf(check.name);
    if (!isDryRun) await inTransaction(pool, (tx) => applyRepair(tx, check.name, keys));
    const done = isDryRun ? 'planned' : 'repaired';
    const outcome = statements === null ? 'needs a person' : done;
    results.push({ check: check.name, what, keys, outcome });
  }
  return results;
}

async function findViolations(db: Database): Promise<Finding[]> {
  const keysOf = new Map(CHECKS.map(({ name }) => [name, new Set<string>()]));
  const collect = async (check: Check, keys: string[]) => {
    for (const key of await listViolated(db, check, keys)) keysOf.get(check.name)?.add(key);
  };
  for (const check of CHECKS) if (check.source === null) await collect(check, []);
  for (const source of SOURCES) {
    const checks = CHECKS.filter((check) => check.source === source.name);
    let after: string | null = null;
    do {
      const { keys, sweptTo } = await listNextRows(db, source, { after, limit: BATCH });
      for (const check of checks) await collect(check, keys);
      after = sweptTo;
    } while (after !== null);
  }
  return CHECKS.map((check) => ({ check, keys: [...(keysOf.get(check.name) ?? [])] })).filter(
    ({ keys }) => keys.length > 0,
  );
}
