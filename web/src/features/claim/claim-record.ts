import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';
import { randomHex } from '../../lib/random-hex.ts';

/** The claim as this browser stores it; written before anything is sent. */
export type ClaimRecord = {
  /** 32 random bytes in hex: the finder's claim secret. */
  claimKey: string;
  /** Entered and not answered yet. */
  pendingCode: string | null;
  won: WonClaim | null;
};

export type WonClaim = { claimId: string; code: string; at: string };

export function readClaim(handle: string): ClaimRecord | null {
  try {
    const value: unknown = JSON.parse(readItem(keyOf(handle)) ?? 'null');
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeClaim(handle: string, record: ClaimRecord): void {
  writeItem(keyOf(handle), JSON.stringify(record));
}

export function clearClaim(handle: string): void {
  removeItem(keyOf(handle));
}

export function generateClaimKey(): string {
  return randomHex(32);
}

export function keyOf(handle: string): string {
  return `claim:${handle}`;
}

function isRecord(value: unknown): value is ClaimRecord {
  const { claimKey, pendingCode, won } = fieldsOf(value);
  const isKey = typeof claimKey === 'string' && /^[0-9a-f]{64}$/.test(claimKey);
  return isKey && (pendingCode === null || typeof pendingCode === 'string') && isWon(won);
}

function isWon(value: unknown): boolean {
  const { claimId, code, at } = fieldsOf(value);
  return value === null || [claimId, code, at].every((field) => typeof field === 'string');
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
