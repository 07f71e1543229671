import { parseArgs } from 'node:util';
import { hasOwnPostgres, restoreCairn } from './backup/restore-cairn.ts';
import { locateDatabase } from './database.ts';
import { LOCAL } from './paths.ts';
import { portsFrom, readPortBase } from './ports.ts';
import { findLiveProcesses } from './process-registry.ts';
import { loadSecrets } from './secrets.ts';
import { runTask } from './task.ts';

const USAGE = 'usage: npm run restore -- --from DIR [--at 2026-01-31T12:00:00Z]';

const { values } = parseArgs({ options: { from: { type: 'string' }, at: { type: 'string' } } });
const at = values.at ? new Date(values.at) : null;
if (!values.from || (at && Number.isNaN(at.getTime()))) fail(USAGE);
if (findLiveProcesses(LOCAL).length > 0) fail('Cairn runs from this folder: stop it first.');
if (process.env['POSTGRES_URL']) {
  fail('POSTGRES_URL names another server: see "Back up and restore" in infra/docs/runbook.md.');
}
await runTask(async ({ steps, signal }) => {
  const hadData = hasOwnPostgres(LOCAL);
  const startedAt = performance.now();
  const { base, replaced, redoneUntil } = await restoreCairn({
    stateDirectory: LOCAL,
    ports: portsFrom(readPortBase(process.env)),
    secrets: loadSecrets(LOCAL),
    database: locateDatabase('postgres://localhost/postgres').name,
    from: values.from ?? '',
    at,
    steps,
    signal,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  steps.say(`Restored ${base.directory} in ${seconds} s; last transaction: ${redoneUntil}.`);
  if (hadData) steps.say(`The replaced data are in ${replaced}; delete them when all is well.`);
  steps.say('Now: npm start, npm run reconcile, npm run invariants, npm run backup.');
  return 0;
});

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}
