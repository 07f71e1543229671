import type { VerifiedEmail } from '@cairn/contracts/http/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { isTransient, messageOf } from '../../lib/api-error.ts';
import { beginSession } from '../../lib/session-store.ts';
import { useHistoryState } from '../../lib/use-history-state.ts';
import { saveHuntToJoin } from '../session/hunt-to-join.ts';
import { consumeRedirect } from '../session/redirect-after-login.ts';
import { useSession } from '../session/use-session.ts';
import { useLinkToken } from './use-link-token.ts';

type Verification =
  | { state: 'verifying' }
  | { state: 'confirming'; confirm: () => void }
  | VerifiedState
  | FailedVerification;

export type VerifiedState = {
  state: 'verified';
  /** False if two sign-ups sent different passwords; then neither works. */
  hasPassword: boolean;
  /** Where the owner replaces a password that another person signed up with. */
  passwordPath: string;
};

export type FailedVerification = {
  state: 'failed';
  reason: string;
  /** Present if the same link may work later. The token is no longer in the address bar. */
  retry: (() => void) | null;
  isRetrying: boolean;
};

/** Uses the link's token once, regardless of rerenders: the server accepts it once. */
export function useEmailVerification(): Verification {
  const token = useLinkToken({ survivesReload: true });
  const [isAllowed, confirm] = useSessionConsent();
  const { isSuccess, isFetching, error, data, refetch } = useQuery(
    verificationQuery(token, isAllowed),
  );
  const [saved, save] = useHistoryState('emailVerified');
  useEffect(() => {
    if (isSuccess && !saved) save('yes');
  });
  // The token works once, so a second call after a reload would fail.
  if (isSuccess || saved) return verifiedState(data);
  if (token === '') return failed('Verification token is missing');
  if (isAllowed === false) return { state: 'confirming', confirm };
  if (!error) return { state: 'verifying' };
  const texts = { refused: 'Verification failed', failed: 'An error occurred during verification' };
  const retryProps = isTransient(error)
    ? { retry: () => void refetch(), isRetrying: isFetching }
    : {};
  return { ...failed(messageOf(error, texts)), ...retryProps };
}

/** The link replaces the browser's session: without a session it may, otherwise the page asks first. */
function useSessionConsent(): [boolean | null, () => void] {
  const { isSignedIn, isKnown } = useSession();
  const [isAllowed, setAllowed] = useState<boolean | null>(null);
  if (isAllowed === null && isKnown) setAllowed(!isSignedIn);
  return [isAllowed, () => setAllowed(true)];
}

function verifiedState(answer?: VerifiedEmail): VerifiedState {
  return {
    state: 'verified',
    hasPassword: answer?.hasPassword ?? true,
    passwordPath: answer?.passwordToken
      ? `/reset-password?token=${encodeURIComponent(answer.passwordToken)}`
      : '/request-reset',
  };
}

function failed(reason: string): FailedVerification {
  return { state: 'failed', reason, retry: null, isRetrying: false };
}

/** A query, because its cache survives StrictMode's second mount; a mutation would run twice. */
function verificationQuery(token: string, isAllowed: boolean | null) {
  return queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => verify(token),
    enabled: token !== '' && isAllowed === true,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

async function verify(token: string): Promise<VerifiedEmail> {
  const verified = await callApi('GET /api/auth/verify-email', { query: { token }, token: null });
  beginSession(verified.token, verified.user);
  // The dashboard offers the hunt instead.
  consumeRedirect();
  if (verified.huntHandle) saveHuntToJoin(verified.huntHandle);
  return verified;
}
