import { useEffect, useState } from 'react';

type Options = {
  /** Keeps the token for a reload, for example after a phone discarded the page in the background. */
  survivesReload?: boolean;
};

/** The token of a mailed link. Removed from the URL at once, so it is in no screenshot or referrer. */
export function useLinkToken({ survivesReload = false }: Options = {}): string {
  const [token] = useState(() => tokenInAddress() || tokenInEntry());
  useEffect(() => {
    if (window.location.search === '') return;
    const kept = survivesReload ? { linkToken: token } : {};
    window.history.replaceState({ ...window.history.state, ...kept }, '', window.location.pathname);
  }, [token, survivesReload]);
  return token;
}

function tokenInAddress(): string {
  return new URLSearchParams(window.location.search).get('token') ?? '';
}

/** Read from the history entry's state, which is private to this tab. */
function tokenInEntry(): string {
  const { linkToken } = Object(window.history.state);
  return typeof linkToken === 'string' ? linkToken : '';
}
