import type { Transaction } from '@cairn/postgres/pool.ts';

export type TreasureCodeRow = {
  huntId: string;
  codeHmac: Buffer;
  sealedCode: string;
  sealedSalt: string;
  commitment: string;
};

/** Committed to at once: for a hunt that is open. */
export async function insertTreasureCode(tx: Transaction, row: TreasureCodeRow): Promise<void> {
  await tx.query(
    `INSERT INTO treasure_codes
       (hunt_id, code_hmac, sealed_code, sealed_salt, commitment, committed_at)
     VALUES ($1, $2, $3, $4, $5, now())`,
    [row.huntId, row.codeHmac, row.sealedCode, row.sealedSalt, row.commitment],
  );
}

export type StashRow = { huntId: string; codeHmac: Buffer; sealedPhrase: string };

export async function insertStash(tx: Transaction, row: StashRow): Promise<void> {
  await tx.query('INSERT INTO stashes (hunt_id, code_hmac, sealed_phrase) VALUES ($1, $2, $3)', [
    row.huntId,
    row.codeHmac,
    row.sealedPhrase,
  ]);
}
