import type { Pool } from './pool.ts';

/**
 * Runs `work` under the schema's advisory lock `name`; null while another session has the lock. The
 * lock belongs to a connection, which is checked out without a transaction during `work`.
 */
export async function withSessionLock<Result>(
  pool: Pool,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const session = await pool.connect();
  const key = "hashtextextended($1 || ':' || current_schema(), 0)";
  let broken: unknown;
  try {
    const { rows } = await session.query(`SELECT pg_try_advisory_lock(${key}) AS held`, [name]);
    if (!rows[0].held) return null;
    try {
      return await work();
    } finally {
      await session.query(`SELECT pg_advisory_unlock(${key})`, [name]);
    }
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    // Closing a connection that may still hold the lock releases the lock.
    session.release(broken !== undefined);
  }
}
