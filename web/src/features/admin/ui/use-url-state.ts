import { useSearchParams } from 'react-router-dom';

/** What a panel shows, kept in the address: a link leads there, and Back comes back to it. */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  function get(name: string): string {
    return search.get(name) ?? '';
  }
  /** Empty values are taken out. `isTyping` replaces the present entry of the history. */
  function set(changes: Record<string, string>, { isTyping = false } = {}) {
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: isTyping },
    );
  }
  const page = Math.max(1, Math.floor(Number(get('page'))) || 1);
  function setPage(next: number) {
    set({ page: next > 1 ? String(next) : '' });
  }
  return { get, set, page, setPage };
}
