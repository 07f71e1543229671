import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

// The rule: a table is written by one *.store.ts of the package that owns it, also for erasure and
// purge. Reads are free inside the package.

/** Tables whose statements need several stores: all of them are in one folder. */
const FOLDERS: Record<string, readonly string[]> = {
  // The ledger: a delivery, its history and its batch change in one statement.
  'services/notification/src/deliveries': ['deliveries', 'delivery_batches', 'delivery_history'],
  // Recording a purchase closes its attempt in the same statement.
  'services/payment/src/purchases': ['payment_attempts'],
};

/** Stores that also write the tables of another one. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  // Marks the hunt's product as due in the statement that applies a purchase (decision 036).
  'services/catalog/src/memberships/memberships.store.ts': ['hunts'],
};

/** Writes the tables of all services, as a superuser, by hand only (`npm run repair`). */
const REPAIRS = 'services/admin/src/invariants/repairs.store.ts';

// Not FOR UPDATE, FOR NO KEY UPDATE and DO UPDATE.
const WRITE =
  /\b(?:INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE|(?<!FOR |KEY |DO )UPDATE)\s+(?:ONLY\s+)?([a-z_]+)/g;

/** One fault for each table with more writers than the rule permits. */
export function findSecondWriters(read = readStores()): string[] {
  const writers = new Map<string, Set<string>>();
  for (const [path, text] of read) {
    for (const [, table = ''] of text.matchAll(WRITE)) {
      if (path === REPAIRS || EXCEPTIONS[path]?.includes(table)) continue;
      const folder = dirname(path);
      const writer = FOLDERS[folder]?.includes(table) ? folder : path;
      const key = `${packageOf(path)}: ${table}`;
      writers.set(key, (writers.get(key) ?? new Set()).add(writer));
    }
  }
  return [...writers]
    .filter(([, paths]) => paths.size > 1)
    .map(([key, paths]) => `${key} has more than one writer: ${[...paths].sort().join(', ')}`);
}

function readStores(): [path: string, text: string][] {
  return globSync('{services,libs}/**/*.store.ts', { exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => [path, readFileSync(path, 'utf8')]);
}

/** `services/<name>`, or `libs`, whose tables are in every schema. */
function packageOf(path: string): string {
  return path.startsWith('libs/') ? 'libs' : path.split('/').slice(0, 2).join('/');
}
