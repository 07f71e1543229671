import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { PageLoading } from '../../components/page-loading.tsx';
import { endSession } from '../../lib/session-store.ts';
import { useInitialValue } from './guest-only.tsx';
import { saveRedirect } from './redirect-after-login.ts';
import { useSession } from './use-session.ts';

/** Requires a token that has not expired; the session check verifies it at the server. */
export function RequireLogin() {
  const { token, isSignedIn, isKnown, ended } = useSession();
  const { pathname, search, hash } = useLocation();
  const wasSignedIn = useInitialValue(isSignedIn, isKnown);
  const isLeaving = wasSignedIn && (ended === 'logout' || ended === 'deleted');
  useEffect(() => {
    if (!isKnown || isSignedIn || isLeaving) return;
    saveRedirect(pathname + search + hash);
    if (token) endSession('refused');
  }, [isKnown, isSignedIn, isLeaving, token, pathname, search, hash]);
  if (!isKnown) return <PageLoading />;
  if (isSignedIn) return <Outlet />;
  return <Navigate to={isLeaving ? '/' : '/login'} replace />;
}

export function RequireAdmin() {
  const { user, verification } = useSession();
  if (user?.isAdmin) return <Outlet />;
  if (!user && verification === 'ok') return <PageLoading label="Checking your account" />;
  return <Navigate to="/dashboard" replace />;
}
