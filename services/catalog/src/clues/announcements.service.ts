import { huntCluePublished } from '@cairn/contracts/events/hunts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { type AnnouncedRow, takeDueClue } from './clues.store.ts';

/** Announces the next due clue or update exactly once; null without one. */
export function announceNextClue({
  pool,
  publish,
}: {
  pool: Pool;
  publish: PublishEvent;
}): Promise<AnnouncedRow | null> {
  return inTransaction(pool, async (tx) => {
    const clue = await takeDueClue(tx);
    if (!clue) return null;
    await publish(tx, huntCluePublished, {
      huntId: clue.huntId,
      handle: clue.handle,
      title: clue.huntTitle,
      clueId: clue.id,
      kind: clue.kind,
      clueTitle: clue.title,
      number: clue.number,
      publishedAt: clue.publishAt.toISOString(),
    });
    return clue;
  });
}
