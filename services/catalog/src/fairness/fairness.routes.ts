import { type Fairness, getFairness as getFairnessRoute } from '@cairn/contracts/http/claims.ts';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { type CodeKeys, unsealTreasureCode } from '../codes/codes.service.ts';
import { type CommitmentRow, findCommitments } from './fairness.store.ts';

export function addFairnessRoutes(
  routes: Routes,
  { pool, keys }: { pool: Pool; keys: CodeKeys },
): void {
  routes.add(getFairnessRoute, ({ params }) => getFairness(pool, params.handle, keys));
}

const ALGORITHM = 'SHA-256 of the 32 bytes of the salt followed by the code in UTF-8, in hex';

/** Public fairness data. Never decrypts the code of an active hunt. */
export async function getFairness(db: Database, handle: string, keys: CodeKeys): Promise<Fairness> {
  const found = await findCommitments(db, handle);
  if (!found) throw new NotFoundError('Nothing has been committed to for this hunt yet.');
  const { huntId, present, ended } = found;
  return {
    ...presentCommitment(present),
    reveal: present.revealedAt ? unsealTreasureCode(present, keys, huntId) : null,
    previous: ended.map((row) => ({
      ...presentCommitment(row),
      reveal: unsealTreasureCode(row, keys, huntId),
    })),
  };
}

function presentCommitment({ commitment, committedAt }: CommitmentRow) {
  return { commitment, algorithm: ALGORITHM, committed_at: committedAt.toISOString() };
}
