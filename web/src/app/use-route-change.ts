import { useEffect, useLayoutEffect, useRef } from 'react';
import { refreshSession } from '../features/session/use-session.ts';
import { startTrace } from '../lib/api-trace.ts';

/**
 * On each change of route: starts a new trace, scrolls to the top, focuses the page's heading and verifies
 * the token.
 */
export function useRouteChange({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>) {
  const last = useRef(pathname);
  // A layout effect runs before the page's own effects, which send requests.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useLayoutEffect(startTrace, [pathname]);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    void refreshSession();
    // The page itself scrolls to the target of a hash.
    if (hash) return;
    window.scrollTo(0, 0);
    const main = document.getElementById('content');
    const { activeElement } = document;
    // The page may already have moved the focus, for example to a notice.
    if (activeElement !== main && main?.contains(activeElement)) return;
    (main?.querySelector('h1') ?? main)?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
