import { createPool } from '@cairn/postgres/pool.ts';
import { loadRepairConfig } from './config.ts';
import { repairViolations } from './invariants/repair.service.ts';

// `npm run repair [-- --dry-run]`: repairs rows that violate an invariant. Exits with 1 where a person
// must decide, or where a dry run found something.
const SETTLE_MS = 10_000;
const SHOWN = 20;

const pool = createPool({
  url: loadRepairConfig().REPAIR_DATABASE_URL,
  schema: 'public',
  name: 'repair',
  statementMs: 60_000,
  onError: () => {},
});
const isDryRun = process.argv.includes('--dry-run');
const results = await repairViolations(pool, { isDryRun, settleMs: SETTLE_MS });
await pool.end();
for (const { check, what, keys, outcome } of results) {
  const more = keys.length > SHOWN ? ` and ${keys.length - SHOWN} more` : '';
  process.stdout.write(`${check}: ${keys.length}, ${outcome}\n  ${what}\n`);
  process.stdout.write(`  ${keys.slice(0, SHOWN).join('\n  ')}${more}\n`);
}
process.stdout.write(results.length === 0 ? 'Nothing to repair.\n' : '');
process.exitCode = results.some(({ outcome }) => outcome !== 'repaired') ? 1 : 0;
