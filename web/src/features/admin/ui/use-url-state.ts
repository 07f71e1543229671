import { useQueryParameters } from '../../../lib/use-query-parameters.ts';

/** Panel state in URL parameters: it can be linked to, and works with Back and Forward. */
export function useUrlState() {
  const [search, setSearch] = useQueryParameters();
  function get(name: string): string {
    return search.get(name) ?? '';
  }
  /** Empty values are removed. `isTyping` replaces the history entry instead of adding one. */
  function set(changes: Record<string, string>, { isTyping = false } = {}) {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace: isTyping });
  }
  const page = Math.max(1, Math.floor(Number(get('page'))) || 1);
  function setPage(next: number) {
    set({ page: next > 1 ? String(next) : '' });
  }
  return { get, set, page, setPage };
}
