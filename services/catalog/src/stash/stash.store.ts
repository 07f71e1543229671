import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type StashRow = { huntId: string; handle: string; title: string; sealedPhrase: string };

const FIND_STASH_BY_CODE = statement(
  'catalog.findStashByCode',
  `SELECT h.id AS "huntId", h.handle, h.title, s.sealed_phrase AS "sealedPhrase"
   FROM stashes s JOIN hunts h ON h.id = s.hunt_id 
   WHERE s.code_hmac = $1 AND h.status NOT IN ('draft', 'cancelled')`,
);

/** Among the stashes of all hunts but drafts and cancelled ones. */
export async function findStashByCode(db: Database, codeHmac: Buffer): Promise<StashRow | null> {
  return FIND_STASH_BY_CODE.first(db, [codeHmac]);
}
