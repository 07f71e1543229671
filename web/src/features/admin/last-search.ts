/** What each tab last showed, to find it so again. */
const searches = new Map<string, string>();

export function keepSearchOfTab(tab: string, search: string): void {
  searches.set(tab, search);
}

export function searchOfTab(tab: string): string {
  return searches.get(tab) ?? (tab === 'users' ? '' : `tab=${tab}`);
}
