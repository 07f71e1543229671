import { useEffect, useState } from 'react';

type Options = {
  /** Whether the page finds it again after a reload, as when a phone drops the page in the background. */
  survivesReload?: boolean;
};

/** The token that a mailed link brought. Once read it is in no address bar, screenshot or referrer. */
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

/** The state of the history's entry: it leaves neither this tab nor this entry. */
function tokenInEntry(): string {
  const { linkToken } = Object(window.history.state);
  return typeof linkToken === 'string' ? linkToken : '';
}
