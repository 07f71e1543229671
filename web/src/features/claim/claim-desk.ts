import { NOT_ACCEPTED } from '@cairn/contracts/http/claim-texts.ts';
import { ApiError } from '../../lib/api-error.ts';
import {
  type ClaimRecord,
  forgetClaim,
  keyOf,
  makeClaimKey,
  readClaim,
  writeClaim,
} from './claim-record.ts';
import { sendClaim, sendOnce } from './send-claim.ts';

export type ClaimState =
  | { step: 'entering'; refusal: ApiError | null }
  | { step: 'sending'; code: string; isWaiting: boolean }
  | { step: 'won'; claimId: string; claimSecret: string; at: string };

export type ClaimDesk = { send(code: string): void; close(): void };

export function readClaimState(handle: string): ClaimState {
  const { claimKey, pendingCode, won } = readClaim(handle) ?? {};
  if (claimKey && won) {
    return { step: 'won', claimId: won.claimId, claimSecret: claimKey, at: won.at };
  }
  if (pendingCode) return { step: 'sending', code: pendingCode, isWaiting: false };
  return { step: 'entering', refusal: null };
}

/**
 * One page's part in a claim. All of a browser's pages share one record, and so one key: whichever
 * of them is answered first, the others hear of it, and none takes back what was won.
 */
export function openClaimDesk(handle: string, onChange: (state: ClaimState) => void): ClaimDesk {
  let sending: AbortController | null = null;
  const closing = new AbortController();

  function send(code: string): void {
    if (sending) return;
    const record = readClaim(handle);
    if (record?.won) {
      onChange(readClaimState(handle));
      return;
    }
    const claimKey = record?.claimKey ?? makeClaimKey();
    writeClaim(handle, { claimKey, pendingCode: code, won: null });
    void ask(claimKey, code);
  }

  async function ask(claimKey: string, code: string): Promise<void> {
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
      if (!control.signal.aborted) onChange(settleRefusal(handle, { claimKey, code }, error));
    } finally {
      if (sending === control) sending = null;
    }
  }

  /** Staff may have rejected it since: then this browser may enter another code. */
  async function lookAgain({ claimKey, won }: ClaimRecord): Promise<void> {
    if (!won) return;
    try {
      await sendOnce(handle, { code: won.code, claimKey }, closing.signal);
    } catch (error) {
      // Whatever else it is, what was won is not lost by it.
      if (isNotAccepted(error))
        onChange(settleRefusal(handle, { claimKey, code: won.code }, error));
    }
  }

  function stopSending(): void {
    sending?.abort();
    sending = null;
  }

  function follow(event: StorageEvent): void {
    if (event.key !== keyOf(handle) || !readClaim(handle)?.won) return;
    stopSending();
    onChange(readClaimState(handle));
  }

  window.addEventListener('storage', follow);
  const record = readClaim(handle);
  if (record?.won) void lookAgain(record);
  else if (record?.pendingCode) void ask(record.claimKey, record.pendingCode);

  return {
    send,
    close() {
      window.removeEventListener('storage', follow);
      closing.abort();
      stopSending();
    },
  };
}

type Sent = { claimKey: string; code: string };

/** The key stays for the next try; one whose claim was rejected has had its day. */
function settleRefusal(handle: string, { claimKey, code }: Sent, error: unknown): ClaimState {
  const refusal = error instanceof ApiError ? error : null;
  const record = readClaim(handle);
  if (isNotAccepted(error)) {
    if (record?.claimKey === claimKey) forgetClaim(handle);
    return { step: 'entering', refusal };
  }
  if (record?.won) return readClaimState(handle);
  // Another page may be waiting for the answer to another code.
  if (!record || record.pendingCode === code) {
    writeClaim(handle, { claimKey, pendingCode: null, won: null });
  }
  return { step: 'entering', refusal };
}

function isNotAccepted(error: unknown): boolean {
  return error instanceof ApiError && error.message === NOT_ACCEPTED;
}
