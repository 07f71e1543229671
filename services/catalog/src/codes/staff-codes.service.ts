import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import { countCodeBits } from './code.ts';
import { type CodeKeys, sealStash, sealTreasureCode } from './codes.service.ts';
import {
  commitToTreasureCode,
  deleteStash,
  saveStash,
  saveUncommittedCode,
} from './codes.store.ts';

const CODE_MIN_BITS = 40;
const TOO_EASY =
  'This code is too easy to guess. Use at least 12 letters and digits, most of them different; spaces and dashes do not count.';

/** Sets the code of a hunt that is not open yet. */
export async function setTreasureCode(
  tx: Transaction,
  keys: CodeKeys,
  { huntId, code }: { huntId: string; code: string },
): Promise<void> {
  checkStrength('treasure_code', code);
  const isSaved = await saveUncommittedCode(tx, sealTreasureCode(keys, { huntId, code }));
  if (!isSaved) throw new ConflictError('The code of a hunt that is open cannot be changed.');
}

/** Publishes the commitment; the code cannot be changed any more. */
export async function commitToCode(tx: Transaction, huntId: string): Promise<void> {
  const isCommitted = await commitToTreasureCode(tx, huntId);
  if (!isCommitted) throw new ConflictError('This hunt needs a treasure code first.');
}

/** Null removes the stash. */
export async function setStash(
  tx: Transaction,
  keys: CodeKeys,
  { huntId, stash }: { huntId: string; stash: { code: string; phrase: string } | null },
): Promise<void> {
  if (!stash) return deleteStash(tx, huntId);
  checkStrength('stash.code', stash.code);
  const isSaved = await saveStash(tx, sealStash(keys, { huntId, ...stash }));
  if (!isSaved) throw new ConflictError('Another hunt has a stash with this code.');
}

/** Refuses a code below 40 bits (P-5.6). */
function checkStrength(field: string, code: string): void {
  if (countCodeBits(code) < CODE_MIN_BITS)
    throw new InvalidInputError(TOO_EASY, { [field]: TOO_EASY });
}
