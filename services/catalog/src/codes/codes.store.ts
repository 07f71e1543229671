import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type TreasureCodeRow = {
  huntId: string;
  codeHmac: Buffer;
  sealedCode: string;
  sealedSalt: string;
  commitment: string;
};

const INSERT_TREASURE_CODE = statement(
  'catalog.insertTreasureCode',
  `INSERT INTO treasure_codes
     (hunt_id, code_hmac, sealed_code, sealed_salt, commitment, committed_at)
   VALUES ($1, $2, $3, $4, $5, coalesce($6?, now()))`,
);

/** For an open hunt: the commitment is public at once. */
export async function insertTreasureCode(
  tx: Transaction,
  row: TreasureCodeRow,
  committedAt: Date | null,
): Promise<void> {
  await INSERT_TREASURE_CODE.execute(tx, [
    row.huntId,
    row.codeHmac,
    row.sealedCode,
    row.sealedSalt,
    row.commitment,
    committedAt,
  ]);
}

export type StashRow = { huntId: string; codeHmac: Buffer; sealedPhrase: string };

const INSERT_STASH = statement(
  'catalog.insertStash',
  'INSERT INTO stashes (hunt_id, code_hmac, sealed_phrase) VALUES ($1, $2, $3)',
);

export async function insertStash(tx: Transaction, row: StashRow): Promise<void> {
  await INSERT_STASH.execute(tx, [row.huntId, row.codeHmac, row.sealedPhrase]);
}

const REVEAL_TREASURE_CODE = statement(
  'catalog.revealTreasureCode',
  'UPDATE treasure_codes SET revealed_at = now() WHERE hunt_id = $1',
);

export async function revealTreasureCode(tx: Transaction, huntId: string): Promise<void> {
  await REVEAL_TREASURE_CODE.execute(tx, [huntId]);
}

const END_TREASURE_CODE = statement(
  'catalog.endTreasureCode',
  `WITH ended AS (DELETE FROM treasure_codes WHERE hunt_id = $1 RETURNING *)
   INSERT INTO ended_codes
     (claim_id, hunt_id, sealed_code, sealed_salt, commitment, committed_at)
   SELECT $2, hunt_id, sealed_code, sealed_salt, commitment, committed_at FROM ended`,
);

/** Replaces the code: it is not accepted any more, and salt and code become public. */
export async function endTreasureCode(
  tx: Transaction,
  { huntId, claimId }: { huntId: string; claimId: string },
): Promise<void> {
  await END_TREASURE_CODE.execute(tx, [huntId, claimId]);
}

const SAVE_UNCOMMITTED_CODE = statement(
  'catalog.saveUncommittedCode',
  `INSERT INTO treasure_codes AS c (hunt_id, code_hmac, sealed_code, sealed_salt, commitment)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (hunt_id) DO UPDATE
   SET code_hmac = excluded.code_hmac, sealed_code = excluded.sealed_code,
       sealed_salt = excluded.sealed_salt, commitment = excluded.commitment
   WHERE c.committed_at IS NULL`,
);

/** Replaces an uncommitted code; false if the code is committed. */
export async function saveUncommittedCode(tx: Transaction, row: TreasureCodeRow): Promise<boolean> {
  return (
    (await SAVE_UNCOMMITTED_CODE.execute(tx, [
      row.huntId,
      row.codeHmac,
      row.sealedCode,
      row.sealedSalt,
      row.commitment,
    ])) === 1
  );
}

const COMMIT_TO_TREASURE_CODE = statement(
  'catalog.commitToTreasureCode',
  'UPDATE treasure_codes SET committed_at = now() WHERE hunt_id = $1 AND committed_at IS NULL',
);

/** False if the hunt has no uncommitted code. */
export async function commitToTreasureCode(tx: Transaction, huntId: string): Promise<boolean> {
  return (await COMMIT_TO_TREASURE_CODE.execute(tx, [huntId])) === 1;
}

const SAVE_STASH = statement(
  'catalog.saveStash',
  `INSERT INTO stashes AS s (hunt_id, code_hmac, sealed_phrase)
   SELECT $1, $2, $3
   WHERE NOT EXISTS (SELECT FROM stashes WHERE code_hmac = $2 AND hunt_id <> $1)
   ON CONFLICT (hunt_id) DO UPDATE
   SET code_hmac = excluded.code_hmac, sealed_phrase = excluded.sealed_phrase`,
);

/** False if the stash of another hunt has this code. */
export async function saveStash(tx: Transaction, row: StashRow): Promise<boolean> {
  return (await SAVE_STASH.execute(tx, [row.huntId, row.codeHmac, row.sealedPhrase])) === 1;
}

const DELETE_STASH = statement('catalog.deleteStash', 'DELETE FROM stashes WHERE hunt_id = $1');

export async function deleteStash(tx: Transaction, huntId: string): Promise<void> {
  await DELETE_STASH.execute(tx, [huntId]);
}
