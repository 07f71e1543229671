/** Keeps each DELETE well below the statement timeout. */
const BATCH = 5_000;
/** Bounds one run of a purge; the next one continues. */
const MAX_BATCHES = 40;

/**
 * Calls `deleteSome` with a limit until it deletes fewer rows, at most 40 times, or until
 * `signal` is aborted. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let sum = 0;
  for (let batch = 0; batch < MAX_BATCHES && !signal?.aborted; batch += 1) {
    const count = await deleteSome(BATCH);
    sum += count;
    if (count < BATCH) break;
  }
  return sum;
}
