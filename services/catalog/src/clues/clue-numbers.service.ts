import type { Transaction } from '@cairn/postgres/pool.ts';
import { lockNumbers, updateNumbers } from './clues.store.ts';
import { numberReleases } from './number-releases.ts';

type OfKind = {
  huntId: string;
  kind: 'clue' | 'update';
  /** The clue that this transaction writes: no member has seen its number, even if it is due at once. */
  writtenId?: string | undefined;
};

/** Numbers the clues of a kind that are not out, in the order of their release. Requires the lock of the hunt. */
export async function renumberUnreleased(
  tx: Transaction,
  { huntId, kind, writtenId }: OfKind,
): Promise<void> {
  const rows = await lockNumbers(tx, huntId, kind);
  const clues = rows.map((row) => ({
    ...row,
    isReleased: row.isReleased && row.id !== writtenId,
  }));
  const changes = numberReleases(clues);
  if (changes.length > 0) await updateNumbers(tx, changes);
}
