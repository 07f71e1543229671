import { createPool } from '@cairn/postgres/pool.ts';
import {
  checkInvariants,
  type InvariantInputs,
} from '../../infra/local/invariants/check-invariants.ts';

export type Endpoints = InvariantInputs;

const TIMEOUT_MS = 120_000;

/** Counts purchases by status once all invariants hold; throws with the differences. */
export async function checkPurchases(endpoints: Endpoints): Promise<string[]> {
  const faults = await checkInvariants(endpoints, TIMEOUT_MS);
  if (faults.length > 0) throw new Error(`${faults.length} faults:\n${faults.join('\n')}`);
  const pool = createPool({
    url: endpoints.postgresUrl,
    schema: 'payment',
    name: 'invariants',
    onError: () => {},
  });
  try {
    const { rows } = await pool.query('SELECT status, count(*) FROM purchases GROUP BY 1');
    return rows.map(({ status, count }) => `${count} ${status}`);
  } finally {
    await pool.end();
  }
}
