import { existsSync, readFileSync } from 'node:fs';
import { type Endpoints, endpointsFile } from './endpoints.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { LOCAL } from './paths.ts';

const PATIENCE_MS = 60_000;

const file = endpointsFile(LOCAL);
if (!existsSync(file)) {
  console.error('Cairn does not run from this folder: start it by `npm start` first.');
  process.exit(2);
}
const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
const faults = await checkInvariants(endpoints, PATIENCE_MS);
for (const fault of faults) console.log(fault);
if (!endpoints.stripe) console.log('Charges are at Stripe: `npm run reconcile` compares those.');
console.log(faults.length === 0 ? 'Everything agrees.' : `${faults.length} differences.`);
process.exitCode = faults.length === 0 ? 0 : 1;
