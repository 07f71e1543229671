import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SESSION_KEY } from '../features/session/use-session.ts';

/** Each change of route: up to the top, focus to the page's heading, the token checked afresh. */
export function useRouteChange(pathname: string) {
  const queryClient = useQueryClient();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    const main = document.getElementById('content');
    (main?.querySelector('h1') ?? main)?.focus({ preventScroll: true });
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  }, [pathname, queryClient]);
}
