/** The last URL parameters of each tab, restored when the tab opens again. */
const searches = new Map<string, string>();

export function saveTabSearch(tab: string, search: string): void {
  searches.set(tab, search);
}

export function readTabSearch(tab: string): string {
  return searches.get(tab) ?? (tab === 'users' ? '' : `tab=${tab}`);
}
