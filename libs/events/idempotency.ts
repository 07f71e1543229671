import { createHash } from 'node:crypto';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { inSavepoint } from '@cairn/postgres/transaction.ts';
import { AppError, ConflictError, ForbiddenError } from '@cairn/service-kit/errors.ts';
import { seal, unseal } from '@cairn/service-kit/seal.ts';
import { findErasedUser } from './erased-users.store.ts';
import {
  getStoredAnswer,
  type IdempotencyKey,
  insertIdempotencyKey,
  lockSealedFields,
  type StoredAnswer,
  saveAnswer,
} from './idempotency.store.ts';

/** The stored answer of a call: success or refusal. */
export type Answer = { status: number; body: Record<string, unknown> };

export type Work = (tx: Transaction) => Promise<
  Answer & {
    /** Body fields with a generated code, and the id of the subject that the code belongs to. */
    sealed: { fields: string[]; subjectId: string } | null;
    isProvisional: boolean;
  }
>;

export type ExecuteOptions = { requestHash: Buffer; sealKey: Buffer | undefined };
export type Executed = Answer & { isRepeat: boolean };

/** Longer than work after the commit, such as Stripe's refund call. */
const PROVISIONAL_SECONDS = 10;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` once per key, in the transaction `tx`, and stores its answer; a repeat returns that
 * answer. Refusals (404, 409, 422) are stored too, and the writes of `work` are rolled back. Throws
 * 409 if the key was used with another request or its first request is in progress.
 */
export async function executeOnce(
  tx: Transaction,
  key: IdempotencyKey,
  { requestHash, sealKey }: ExecuteOptions,
  work: Work,
): Promise<Executed> {
  if (!(await claimKey(tx, key, requestHash))) {
    const stored = await getStoredAnswer(tx, key);
    assertRepeatable(stored, requestHash);
    return { ...openAnswer(stored, key, sealKey), isRepeat: true };
  }
  try {
    const { status, body, sealed, isProvisional } = await inSavepoint(tx, () => work(tx));
    const { open, secret } = splitFields(body, sealed?.fields ?? []);
    await saveAnswer(tx, key, {
      status,
      body: open,
      provisionalSeconds: isProvisional ? PROVISIONAL_SECONDS : null,
      sealed: sealed && {
        fields: sealFields(secret, key, sealKey),
        subjectId: sealed.subjectId,
      },
    });
    return { status, body, isRepeat: false };
  } catch (error) {
    if (!(error instanceof AppError) || !isStoredRefusal(error)) throw error;
    const { status, message, code, fields, details } = error;
    const body = {
      error: message,
      code,
      ...(fields ? { fields } : {}),
      ...(details ? { details } : {}),
    };
    await saveAnswer(tx, key, { status, body, provisionalSeconds: null, sealed: null });
    return { status, body, isRepeat: false };
  }
}

/** Restores the error from a stored answer with status 400 or higher. */
export function toRefusal({ status, body }: Answer): AppError {
  const { error, code, fields, details } = body as {
    error: string;
    code: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
  };
  return new AppError(error, {
    code,
    status,
    ...(fields ? { fields } : {}),
    ...(details ? { details } : {}),
  });
}

/** Deterministic: sorts object keys, so that the order of fields does not matter. */
export function hashRequest(...parts: unknown[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(JSON.stringify(part, sortKeys) ?? '');
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest();
}

/**
 * Opens the sealed fields of a subject for the admin whose call generated them. Null if all are
 * acknowledged; 403 for another admin, unless the first admin's account was deleted.
 */
export async function openSealedFields(
  tx: Transaction,
  { subjectId, adminId, sealKey }: { subjectId: string; adminId: string; sealKey: Buffer },
): Promise<Record<string, unknown> | null> {
  const found = await lockSealedFields(tx, subjectId);
  if (!found) return null;
  if (found.adminId !== adminId && !(await findErasedUser(tx, found.adminId))) {
    throw new ForbiddenError('Only the admin for whom this code was generated can do this.');
  }
  return unsealFields(found.sealedFields, found, sealKey);
}

async function claimKey(
  tx: Transaction,
  key: IdempotencyKey,
  requestHash: Buffer,
): Promise<boolean> {
  try {
    return await insertIdempotencyKey(tx, key, requestHash);
  } catch (error) {
    const isWaitOver =
      error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
    throw isWaitOver ? inProgress() : error;
  }
}

function assertRepeatable(stored: StoredAnswer, requestHash: Buffer): void {
  if (!stored.requestHash.equals(requestHash)) {
    throw new ConflictError('This Idempotency-Key was used with another request.');
  }
  if (stored.isProvisional) throw inProgress();
}

function inProgress(): AppError {
  return new AppError('The first request with this Idempotency-Key is still in progress.', {
    code: 'idempotency_key_in_use',
    status: 409,
    headers: { 'retry-after': '1' },
  });
}

/**
 * Like Stripe: a request that fails validation or authorisation is not recorded, and can be retried. Nor
 * is a version conflict, whose answer has the whole resource with its personal data.
 */
function isStoredRefusal({ status, code }: AppError): boolean {
  if (code === 'version_conflict') return false;
  return status > 403 && status < 500 && status !== 408 && status !== 429;
}

function openAnswer(
  { status, body, sealedFields }: StoredAnswer,
  key: IdempotencyKey,
  sealKey: Buffer | undefined,
): Answer {
  return {
    status,
    body: sealedFields ? { ...body, ...unsealFields(sealedFields, key, sealKey) } : body,
  };
}

function splitFields(body: Answer['body'], names: string[]) {
  const entries = Object.entries(body);
  return {
    open: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    secret: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
  };
}

function sealFields(fields: object, key: IdempotencyKey, sealKey: Buffer | undefined): string {
  return seal(JSON.stringify(fields), getSealKey(sealKey), sealContext(key));
}

function unsealFields(
  sealed: string,
  key: IdempotencyKey,
  sealKey: Buffer | undefined,
): Record<string, unknown> {
  return JSON.parse(unseal(sealed, getSealKey(sealKey), sealContext(key)));
}

function sealContext({ adminId, route, key }: IdempotencyKey): string {
  return `idempotent-answer:${JSON.stringify([adminId, route, key])}`;
}

function getSealKey(sealKey: Buffer | undefined): Buffer {
  if (!sealKey) throw new Error('a route that seals its answer needs a seal key');
  return sealKey;
}

function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
