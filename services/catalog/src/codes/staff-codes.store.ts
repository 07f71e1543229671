import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { StashRow, TreasureCodeRow } from './codes.store.ts';

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
