import type { Transaction } from '@cairn/postgres/pool.ts';

export type TreasureCodeRow = {
  huntId: string;
  codeHmac: Buffer;
  sealedCode: string;
  sealedSalt: string;
  commitment: string;
};

/** For an open hunt: the commitment is public at once. */
export async function insertTreasureCode(
  tx: Transaction,
  row: TreasureCodeRow,
  committedAt: Date | null,
): Promise<void> {
  await tx.query(
    `INSERT INTO treasure_codes
       (hunt_id, code_hmac, sealed_code, sealed_salt, commitment, committed_at)
     VALUES ($1, $2, $3, $4, $5, coalesce($6, now()))`,
    [row.huntId, row.codeHmac, row.sealedCode, row.sealedSalt, row.commitment, committedAt],
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

export async function revealTreasureCode(tx: Transaction, huntId: string): Promise<void> {
  await tx.query({
    name: 'codes-reveal',
    text: 'UPDATE treasure_codes SET revealed_at = now() WHERE hunt_id = $1',
    values: [huntId],
  });
}

/** Replaces the code: it is not accepted any more, and salt and code become public. */
export async function endTreasureCode(
  tx: Transaction,
  { huntId, claimId }: { huntId: string; claimId: string },
): Promise<void> {
  await tx.query({
    name: 'codes-end',
    text: `WITH ended AS (DELETE FROM treasure_codes WHERE hunt_id = $1 RETURNING *)
           INSERT INTO ended_codes
             (claim_id, hunt_id, sealed_code, sealed_salt, commitment, committed_at)
           SELECT $2, hunt_id, sealed_code, sealed_salt, commitment, committed_at FROM ended`,
    values: [huntId, claimId],
  });
}
