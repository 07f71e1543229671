import type { Transaction } from '@cairn/postgres/pool.ts';
import { seal, unseal } from '@cairn/service-kit/seal.ts';
import { commitTo, hashCode, makeSalt, normaliseCode } from './code.ts';
import {
  insertStash,
  insertTreasureCode,
  type StashRow,
  type TreasureCodeRow,
} from './codes.store.ts';

export type CodeKeys = { CODE_HMAC_KEY: Buffer; CODE_SEAL_KEY: Buffer };

type SealedCode = { sealedCode: string; sealedSalt: string };

/** Only for codes that are public: replaced ones, and those whose claim was verified. */
export function unsealTreasureCode(
  { sealedCode, sealedSalt }: SealedCode,
  { CODE_SEAL_KEY }: CodeKeys,
  huntId: string,
): { salt: string; code: string } {
  return {
    salt: unseal(sealedSalt, CODE_SEAL_KEY, `treasure-salt:${huntId}`),
    code: unseal(sealedCode, CODE_SEAL_KEY, `treasure-code:${huntId}`),
  };
}

export function unsealPhrase(
  { huntId, sealedPhrase }: { huntId: string; sealedPhrase: string },
  { CODE_SEAL_KEY }: CodeKeys,
): string {
  return unseal(sealedPhrase, CODE_SEAL_KEY, `stash-phrase:${huntId}`);
}

/** Stores the code of an open hunt with its commitment; `committedAt` is now by default. */
export async function insertCommittedCode(
  tx: Transaction,
  keys: CodeKeys,
  { committedAt, ...entered }: EnteredCode & { committedAt?: Date },
): Promise<void> {
  await insertTreasureCode(tx, sealTreasureCode(keys, entered), committedAt ?? null);
}

/** Stores the phrase that the code of a stash unlocks. */
export async function insertSealedStash(
  tx: Transaction,
  keys: CodeKeys,
  entered: EnteredStash,
): Promise<void> {
  await insertStash(tx, sealStash(keys, entered));
}

type EnteredCode = { huntId: string; code: string };
type EnteredStash = EnteredCode & { phrase: string };

/** The row of the code, with a new salt and its commitment. */
export function sealTreasureCode(keys: CodeKeys, { huntId, code }: EnteredCode): TreasureCodeRow {
  const salt = makeSalt();
  return {
    huntId,
    codeHmac: hashCode(code, keys.CODE_HMAC_KEY),
    sealedCode: seal(normaliseCode(code), keys.CODE_SEAL_KEY, `treasure-code:${huntId}`),
    sealedSalt: seal(salt.toString('hex'), keys.CODE_SEAL_KEY, `treasure-salt:${huntId}`),
    commitment: commitTo(code, salt),
  };
}

export function sealStash(keys: CodeKeys, { huntId, code, phrase }: EnteredStash): StashRow {
  return {
    huntId,
    codeHmac: hashCode(code, keys.CODE_HMAC_KEY),
    sealedPhrase: seal(phrase, keys.CODE_SEAL_KEY, `stash-phrase:${huntId}`),
  };
}
