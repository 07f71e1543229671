import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { LoadingLabel } from '../../components/ui/skeleton.tsx';
import { keepRedirect } from './redirect-after-login.ts';
import { endSession } from './session-store.ts';
import { useSession } from './use-session.ts';

/** Lets a living token through; whether it is still accepted, the session check finds out. */
export function RequireLogin() {
  const { token, isSignedIn, ended } = useSession();
  const { pathname, search } = useLocation();
  const [cameSignedIn] = useState(isSignedIn);
  const isLeaving = cameSignedIn && ended === 'logout';
  useEffect(() => {
    if (isSignedIn || isLeaving) return;
    keepRedirect(pathname + search);
    if (token) endSession('refused');
  }, [isSignedIn, isLeaving, token, pathname, search]);
  if (isSignedIn) return <Outlet />;
  return <Navigate to={isLeaving ? '/' : '/login'} replace />;
}

export function RequireAdmin() {
  const { user, reach } = useSession();
  if (user?.isAdmin) return <Outlet />;
  if (!user && reach === 'fine') return <LoadingLabel>Checking your account</LoadingLabel>;
  return <Navigate to="/dashboard" replace />;
}

/** For login and sign-up. Who logs in on the page itself is led on by its form. */
export function GuestOnly() {
  const { isSignedIn } = useSession();
  const [cameSignedIn] = useState(isSignedIn);
  return cameSignedIn ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
