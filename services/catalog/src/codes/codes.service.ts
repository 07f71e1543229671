import type { Transaction } from '@cairn/postgres/pool.ts';
import { seal } from '@cairn/service-kit/seal.ts';
import { commitTo, hashCode, makeSalt, normaliseCode } from './code.ts';
import { insertStash, insertTreasureCode } from './codes.store.ts';

export type CodeKeys = { CODE_HMAC_KEY: Buffer; CODE_SEAL_KEY: Buffer };

/** Keeps the code of a hunt that is open, and commits to it. */
export async function keepTreasureCode(
  tx: Transaction,
  keys: CodeKeys,
  { huntId, code }: { huntId: string; code: string },
): Promise<void> {
  const salt = makeSalt();
  await insertTreasureCode(tx, {
    huntId,
    codeHmac: hashCode(code, keys.CODE_HMAC_KEY),
    sealedCode: seal(normaliseCode(code), keys.CODE_SEAL_KEY, `treasure-code:${huntId}`),
    sealedSalt: seal(salt.toString('hex'), keys.CODE_SEAL_KEY, `treasure-salt:${huntId}`),
    commitment: commitTo(code, salt),
  });
}

/** Keeps the phrase that a stash's code unlocks. */
export async function keepStash(
  tx: Transaction,
  keys: CodeKeys,
  { huntId, code, phrase }: { huntId: string; code: string; phrase: string },
): Promise<void> {
  await insertStash(tx, {
    huntId,
    codeHmac: hashCode(code, keys.CODE_HMAC_KEY),
    sealedPhrase: seal(phrase, keys.CODE_SEAL_KEY, `stash-phrase:${huntId}`),
  });
}
