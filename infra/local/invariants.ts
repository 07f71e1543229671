import { requireRunningCairn } from './endpoints.ts';
import { checkInvariants } from './invariants/check-invariants.ts';

const DELIVERY_TIMEOUT_MS = 60_000;

const endpoints = requireRunningCairn();
const faults = await checkInvariants(endpoints, DELIVERY_TIMEOUT_MS);
for (const fault of faults) console.log(fault);
if (!endpoints.stripe)
  console.log('Charges are in a real Stripe account: `npm run reconcile` compares them.');
console.log(faults.length === 0 ? 'Everything agrees.' : `${faults.length} differences.`);
process.exitCode = faults.length === 0 ? 0 : 1;
