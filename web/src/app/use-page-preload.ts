import { useEffect } from 'react';

/** Once the browser has nothing better to do, fetches the pages that most people go to next. */
export function usePagePreload() {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') return;
    const handle = requestIdleCallback(loadLikelyPages);
    return () => cancelIdleCallback(handle);
  }, []);
}

function loadLikelyPages() {
  // A page that does not come now is asked for again when somebody goes there.
  for (const page of LIKELY_PAGES) page().catch(() => undefined);
}

const LIKELY_PAGES = [
  () => import('../pages/hunts.tsx'),
  () => import('../pages/login.tsx'),
  () => import('../pages/signup.tsx'),
];
