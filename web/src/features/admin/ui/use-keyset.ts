import { useUrlState } from './use-url-state.ts';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const DEFAULT_SIZE = 25;

/** No key: the first page. */
export type KeysetPosition = {
  starting_after?: string;
  ending_before?: string;
  last?: '' | 'true';
};

/** A place in a list by key, and its page size, in URL parameters. */
export function useKeyset() {
  const { get, set } = useUrlState();
  const size = Number(get('size'));
  const limit = PAGE_SIZES.find((known) => known === size) ?? DEFAULT_SIZE;
  const position: KeysetPosition = {
    starting_after: get('after'),
    ending_before: get('before'),
    last: get('last') ? 'true' : '',
  };
  function moveTo({ starting_after = '', ending_before = '', last = '' }: KeysetPosition) {
    set({ after: starting_after, before: ending_before, last });
  }
  return {
    query: { ...position, limit },
    moveTo,
    setSize: (next: string) => set({ size: next, ...FIRST_PAGE }),
  };
}

/** Parameters that a changed filter clears: it starts at the first page. */
export const FIRST_PAGE = { after: '', before: '', last: '' };
