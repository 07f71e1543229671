import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type CommitmentRow = {
  commitment: string;
  committedAt: Date;
  /** Null while it must stay sealed. */
  revealedAt: Date | null;
  sealedCode: string;
  sealedSalt: string;
};

export type HuntCommitments = { huntId: string; present: CommitmentRow; ended: CommitmentRow[] };

const FIND_COMMITMENTS = statement(
  'catalog.findCommitments',
  `SELECT h.id AS "huntId!", c.commitment AS "commitment!", c.committed_at AS "committedAt!",
          c.revealed_at AS "revealedAt", c.sealed_code AS "sealedCode!",
          c.sealed_salt AS "sealedSalt!", NULL::timestamptz AS "endedAt"
   FROM hunts h JOIN treasure_codes c ON c.hunt_id = h.id
   WHERE h.handle = $1 AND c.committed_at <= now()
   UNION ALL
   SELECT h.id, e.commitment, e.committed_at, e.ended_at, e.sealed_code, e.sealed_salt,
          e.ended_at
   FROM hunts h JOIN ended_codes e ON e.hunt_id = h.id WHERE h.handle = $1
   ORDER BY "endedAt" DESC NULLS FIRST`,
);

/** Null without a hunt or a commitment. */
export async function findCommitments(
  db: Database,
  handle: string,
): Promise<HuntCommitments | null> {
  const rows = await FIND_COMMITMENTS.all(db, [handle]);
  const [present, ...ended] = rows;
  return present ? { huntId: present.huntId, present, ended } : null;
}
