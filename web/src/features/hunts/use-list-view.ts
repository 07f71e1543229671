import { useQueryParameters } from '../../lib/use-query-parameters.ts';
import type { ListView } from './list-view.ts';

/** The view of the list in the address, so that it can be linked to. */
export function useListView() {
  const [search, setSearch] = useQueryParameters();
  const view: ListView = {
    region: search.get('region') ?? '',
    status: search.get('status') ?? '',
    sort: search.get('sort') ?? '',
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
  };
  /** A change of anything but the page leads to the first page. */
  function change(changes: Partial<ListView>) {
    const { page, ...rest } = { ...view, page: 1, ...changes };
    const wanted = { ...rest, page: page > 1 ? String(page) : '' };
    setSearch(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== '')));
  }
  return { view, change };
}
