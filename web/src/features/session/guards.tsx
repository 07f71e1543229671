import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { PageLoading } from '../../components/page-loading.tsx';
import { keepRedirect } from './redirect-after-login.ts';
import { endSession } from './session-store.ts';
import { useSession } from './use-session.ts';

/** Lets a living token through; whether it is still accepted, the session check finds out. */
export function RequireLogin() {
  const { token, isSignedIn, isKnown, ended } = useSession();
  const { pathname, search } = useLocation();
  const cameSignedIn = useFirstKnown(isSignedIn, isKnown);
  const isLeaving = cameSignedIn && ended === 'logout';
  useEffect(() => {
    if (!isKnown || isSignedIn || isLeaving) return;
    keepRedirect(pathname + search);
    if (token) endSession('refused');
  }, [isKnown, isSignedIn, isLeaving, token, pathname, search]);
  if (!isKnown) return <PageLoading />;
  if (isSignedIn) return <Outlet />;
  return <Navigate to={isLeaving ? '/' : '/login'} replace />;
}

export function RequireAdmin() {
  const { user, reach } = useSession();
  if (user?.isAdmin) return <Outlet />;
  if (!user && reach === 'fine') return <PageLoading label="Checking your account" />;
  return <Navigate to="/dashboard" replace />;
}

/** For login and sign-up. Who logs in on the page itself is led on by its form. */
export function GuestOnly() {
  const { isSignedIn, isKnown } = useSession();
  const cameSignedIn = useFirstKnown(isSignedIn, isKnown);
  return cameSignedIn ? <Navigate to="/dashboard" replace /> : <Outlet />;
}

/** What was so when it was first known, and still is so afterwards. */
function useFirstKnown(value: boolean, isKnown: boolean): boolean {
  const [first, setFirst] = useState(isKnown ? value : null);
  if (first === null && isKnown) setFirst(value);
  return first ?? false;
}
