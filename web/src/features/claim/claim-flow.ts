import { NOT_ACCEPTED } from '@cairn/contracts/refusal-texts.ts';
import { ApiError } from '../../lib/api-error.ts';
import {
  type ClaimRecord,
  clearClaim,
  generateClaimKey,
  keyOf,
  readClaim,
  writeClaim,
} from './claim-record.ts';
import { sendClaim, sendOnce } from './send-claim.ts';

export type ClaimState =
  | { step: 'entering'; refusal: ApiError | null }
  | { step: 'sending'; code: string; isWaiting: boolean }
  | { step: 'won'; claimId: string; claimSecret: string; at: string };

export type ClaimFlow = { send(code: string): void; close(): void };

export function readClaimState(handle: string): ClaimState {
  const { claimKey, pendingCode, won } = readClaim(handle) ?? {};
  if (claimKey && won) {
    return { step: 'won', claimId: won.claimId, claimSecret: claimKey, at: won.at };
  }
  if (pendingCode) return { step: 'sending', code: pendingCode, isWaiting: false };
  return { step: 'entering', refusal: null };
}

/**
 * The claim state machine of one tab. All tabs of a browser share one record and one claim key: the first
 * answer reaches the other tabs, and no later refusal removes a won claim.
 */
export function startClaimFlow(handle: string, onChange: (state: ClaimState) => void): ClaimFlow {
  let sending: AbortController | null = null;
  const closing = new AbortController();

  function send(code: string): void {
    if (sending) return;
    const record = readClaim(handle);
    if (record?.won) {
      onChange(readClaimState(handle));
      return;
    }
    const claimKey = record?.claimKey ?? generateClaimKey();
    writeClaim(handle, { claimKey, pendingCode: code, won: null });
    void trySend(claimKey, code);
  }

  async function trySend(claimKey: string, code: string): Promise<void> {
    const control = new AbortController();
    sending = control;
    const onWait = () => onChange({ step: 'sending', code, isWaiting: true });
    onChange({ step: 'sending', code, isWaiting: false });
    try {
      const { signal } = control;
      const { claimId } = await sendClaim(handle, { code, claimKey }, { signal, onWait });
      const won = { claimId, code, at: new Date().toISOString() };
      writeClaim(handle, { claimKey, pendingCode: null, won });
      onChange(readClaimState(handle));
    } catch (error) {
      if (!control.signal.aborted) onChange(handleRefusal(handle, { claimKey, code }, error));
    } finally {
      if (sending === control) sending = null;
    }
  }

  /** Staff may have rejected the claim since; then another code may be entered. */
  async function recheckClaim({ claimKey, won }: ClaimRecord): Promise<void> {
    if (!won) return;
    try {
      await sendOnce(handle, { code: won.code, claimKey }, closing.signal);
    } catch (error) {
      // Any other error leaves the won claim as it is.
      if (isNotAccepted(error))
        onChange(handleRefusal(handle, { claimKey, code: won.code }, error));
    }
  }

  function stopSending(): void {
    sending?.abort();
    sending = null;
  }

  function onStorage(event: StorageEvent): void {
    if (event.key !== keyOf(handle) || !readClaim(handle)?.won) return;
    stopSending();
    onChange(readClaimState(handle));
  }

  window.addEventListener('storage', onStorage);
  const record = readClaim(handle);
  if (record?.won) void recheckClaim(record);
  else if (record?.pendingCode) void trySend(record.claimKey, record.pendingCode);

  return {
    send,
    close() {
      window.removeEventListener('storage', onStorage);
      closing.abort();
      stopSending();
    },
  };
}

type Sent = { claimKey: string; code: string };

/** Keeps the claim key for the next attempt, unless staff rejected its claim. */
function handleRefusal(handle: string, { claimKey, code }: Sent, error: unknown): ClaimState {
  const refusal = error instanceof ApiError ? error : null;
  const record = readClaim(handle);
  if (isNotAccepted(error)) {
    if (record?.claimKey === claimKey) clearClaim(handle);
    return { step: 'entering', refusal };
  }
  if (record?.won) return readClaimState(handle);
  // Another tab may wait for the answer to another code.
  if (!record || record.pendingCode === code) {
    writeClaim(handle, { claimKey, pendingCode: null, won: null });
  }
  return { step: 'entering', refusal };
}

function isNotAccepted(error: unknown): boolean {
  return error instanceof ApiError && error.message === NOT_ACCEPTED;
}
