import { setTimeout } from 'node:timers/promises';
import { createPool, type Database } from '@cairn/postgres/pool.ts';
import type { Endpoints } from '../endpoints.ts';
import {
  COMPARISONS,
  countAllowedSends,
  FAULTS,
  listGrowingPrizes,
  listKeys,
  listRecordedIntents,
} from './invariants.store.ts';
import { listCharges, listSentMails } from './sandbox-books.ts';

export type InvariantInputs = Pick<Endpoints, 'postgresUrl' | 'gateway' | 'sandbox' | 'stripe'>;

const POLL_INTERVAL_MS = 1_000;

/**
 * Checks the invariants of the guarantees on a running stack and returns the violations, if any.
 * Events in transit have `timeoutMs` to arrive.
 */
export async function checkInvariants(
  inputs: InvariantInputs,
  timeoutMs: number,
): Promise<string[]> {
  const { postgresUrl: url } = inputs;
  const pool = createPool({ url, schema: 'public', name: 'invariants', onError: () => {} });
  const deadline = Date.now() + timeoutMs;
  try {
    for (;;) {
      const faults = [
        ...(await checkRows(pool)),
        ...(await checkPrizes(pool, inputs)),
        ...(await checkProviders(pool, inputs)),
      ];
      if (faults.length === 0 || Date.now() > deadline) return faults;
      await setTimeout(POLL_INTERVAL_MS);
    }
  } finally {
    await pool.end();
  }
}

/** Invariants within Postgres. */
export async function checkRows(db: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const { what, one, other } of COMPARISONS) {
    faults.push(...compare(what, await listKeys(db, one), await listKeys(db, other)));
  }
  for (const { what, query } of FAULTS) {
    faults.push(...(await listKeys(db, query)).map((key) => `${what}: ${key}`));
  }
  return faults;
}

/** The prizes in the public API equal the recorded payments. */
async function checkPrizes(db: Database, { gateway }: InvariantInputs): Promise<string[]> {
  const bonusOf = await listGrowingPrizes(db);
  const response = await fetch(`${gateway}/api/products`);
  const products = (await response.json()) as { id: string; purchase_bonus: number }[];
  return products
    .map(({ id, purchase_bonus }) => ({ id, shown: Math.round(purchase_bonus * 100) }))
    .filter(({ id, shown }) => bonusOf.has(id) && bonusOf.get(id) !== shown)
    .map(({ id, shown }) => `prize of ${id}: ${shown} cents shown, ${bonusOf.get(id)} paid in`);
}

/** Charges and mails at the sandbox; with a real account use `npm run reconcile`. */
async function checkProviders(db: Database, { sandbox, stripe }: InvariantInputs) {
  if (!stripe) return [];
  const paid = (await listCharges(sandbox, stripe.secretKey))
    .filter(({ status, metadata }) => status === 'succeeded' && metadata['attemptId'])
    .map(({ payment_intent: intent, amount }) => `${intent} ${amount}`);
  const faults = compare('charges and purchases', paid, await listRecordedIntents(db));
  return [...faults, ...(await checkMails(db, await listSentMails(sandbox)))];
}

async function checkMails(db: Database, sent: string[]): Promise<string[]> {
  const times = countEach(sent);
  const allowed = await countAllowedSends(db, [...times.keys()]);
  return [...times]
    .filter(([id, count]) => count > (allowed.get(id) ?? 0))
    .map(([id, count]) => `sent ${count} times, ${allowed.get(id) ?? 0} by the ledger: ${id}`);
}

function compare(what: string, one: string[], other: string[]): string[] {
  const [first, second] = [countEach(one), countEach(other)];
  return [...new Set([...one, ...other])]
    .map((key) => ({ key, left: first.get(key) ?? 0, right: second.get(key) ?? 0 }))
    .filter(({ left, right }) => left !== right)
    .map(({ key, left, right }) => `${what}: ${key} is there ${left} and ${right} times`);
}

function countEach(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
