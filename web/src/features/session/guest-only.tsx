import { useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from './use-session.ts';

/** For login and sign-up. After a login on the page itself, the form navigates. */
export function GuestOnly() {
  const { isSignedIn, isKnown } = useSession();
  const wasSignedIn = useInitialValue(isSignedIn, isKnown);
  return wasSignedIn ? <Navigate to="/dashboard" replace /> : <Outlet />;
}

/** Keeps the first known value for the lifetime of the component. */
export function useInitialValue(value: boolean, isKnown: boolean): boolean {
  const [first, setFirst] = useState(isKnown ? value : null);
  if (first === null && isKnown) setFirst(value);
  return first ?? false;
}
