import type { Database } from '@cairn/postgres/pool.ts';

export type StashRow = { huntId: string; handle: string; title: string; sealedPhrase: string };

/** Among the stashes of all hunts but drafts and cancelled ones. */
export async function findStashByCode(db: Database, codeHmac: Buffer): Promise<StashRow | null> {
  const { rows } = await db.query<StashRow>({
    name: 'stash-by-code',
    text: `SELECT h.id AS "huntId", h.handle, h.title, s.sealed_phrase AS "sealedPhrase"
           FROM stashes s JOIN hunts h ON h.id = s.hunt_id 
           WHERE s.code_hmac = $1 AND h.status NOT IN ('draft', 'cancelled')`,
    values: [codeHmac],
  });
  return rows[0] ?? null;
}
