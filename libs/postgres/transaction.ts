import type { Pool, Transaction } from './pool.ts';

/** Runs `work` in one transaction (READ COMMITTED): resolves after the commit; an error rolls back. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    const { command } = await client.query('COMMIT');
    // COMMIT after a failed statement with a swallowed error rolls back without an error.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back at its end');
    return result;
  } catch (error) {
    broken = await rollback(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` in a savepoint: an error rolls back its writes, and the transaction continues. */
export async function inSavepoint<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  await tx.query('SAVEPOINT work');
  try {
    return await work();
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT work');
    throw error;
  }
}

/** A connection that cannot roll back must not return to the pool. */
async function rollback(client: Transaction): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
