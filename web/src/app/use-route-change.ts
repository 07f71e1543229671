import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { SESSION_KEY } from '../features/session/use-session.ts';
import { startTrace } from '../lib/api-trace.ts';

/**
 * Each change of route: a trace of its own, up to the top, focus to the page's heading, the token
 * checked afresh.
 */
export function useRouteChange({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>) {
  const queryClient = useQueryClient();
  const last = useRef(pathname);
  // Before the effects of the page itself, which call.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useLayoutEffect(startTrace, [pathname]);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    // The page itself goes to what a hash names.
    if (hash) return;
    window.scrollTo(0, 0);
    const main = document.getElementById('content');
    const { activeElement } = document;
    // What the page has to say first may have taken it.
    if (activeElement !== main && main?.contains(activeElement)) return;
    (main?.querySelector('h1') ?? main)?.focus({ preventScroll: true });
  }, [pathname, hash, queryClient]);
}
