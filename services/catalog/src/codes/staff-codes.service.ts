import type { Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import { normaliseCode } from './code.ts';
import { type CodeKeys, sealStash, sealTreasureCode } from './codes.service.ts';
import {
  commitToTreasureCode,
  deleteStash,
  saveStash,
  saveUncommittedCode,
} from './staff-codes.store.ts';

/** Letters and digits of a code that staff thought of; spaces and dashes do not count. */
const TREASURE_CODE_MIN = 10;
const STASH_CODE_MIN = 4;

/** The code that a hunt will be opened with. */
export async function setTreasureCode(
  tx: Transaction,
  keys: CodeKeys,
  { huntId, code }: { huntId: string; code: string },
): Promise<void> {
  if (normaliseCode(code).length < TREASURE_CODE_MIN) {
    const text = `A treasure code has at least ${TREASURE_CODE_MIN} letters and digits`;
    throw new InvalidInputError(text, { treasure_code: text });
  }
  const isSaved = await saveUncommittedCode(tx, sealTreasureCode(keys, { huntId, code }));
  if (!isSaved) throw new ConflictError('The code of a hunt that is open cannot be changed.');
}

/** From now on anybody can hold us to the code. */
export async function commitToCode(tx: Transaction, huntId: string): Promise<void> {
  const isCommitted = await commitToTreasureCode(tx, huntId);
  if (!isCommitted) throw new ConflictError('This hunt needs a treasure code first.');
}

/** Null takes the stash away. */
export async function setStash(
  tx: Transaction,
  keys: CodeKeys,
  { huntId, stash }: { huntId: string; stash: { code: string; phrase: string } | null },
): Promise<void> {
  if (!stash) return deleteStash(tx, huntId);
  if (normaliseCode(stash.code).length < STASH_CODE_MIN) {
    const text = `A stash code has at least ${STASH_CODE_MIN} letters and digits`;
    throw new InvalidInputError(text, { 'stash.code': text });
  }
  const isSaved = await saveStash(tx, sealStash(keys, { huntId, ...stash }));
  if (!isSaved) throw new ConflictError('Another hunt has a stash with this code.');
}
