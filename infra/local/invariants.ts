import { existsSync, readFileSync } from 'node:fs';
import { type Endpoints, endpointsFile } from './endpoints.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { LOCAL } from './paths.ts';

const DELIVERY_TIMEOUT_MS = 60_000;

const file = endpointsFile(LOCAL);
if (!existsSync(file)) {
  console.error('Cairn is not running from this folder: run `npm start` first.');
  process.exit(2);
}
const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
const faults = await checkInvariants(endpoints, DELIVERY_TIMEOUT_MS);
for (const fault of faults) console.log(fault);
if (!endpoints.stripe)
  console.log('Charges are in a real Stripe account: `npm run reconcile` compares them.');
console.log(faults.length === 0 ? 'Everything agrees.' : `${faults.length} differences.`);
process.exitCode = faults.length === 0 ? 0 : 1;
