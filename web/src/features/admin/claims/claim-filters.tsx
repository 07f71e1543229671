import type { ClaimFilter } from '@cairn/contracts/http/staff-claims.ts';
import { useHunts } from '../../products/use-products.ts';
import styles from '../ui/admin.module.css';
import { FilterSelect } from '../ui/filters.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { FIRST_PAGE } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';

export function ClaimFilters({ filter }: { filter: ClaimFilter }) {
  const { set } = useUrlState();
  const { data: hunts = [] } = useHunts();
  const choose = (name: keyof ClaimFilter) => (value: string) =>
    set({ [name]: value, ...FIRST_PAGE });
  return (
    <div className={styles['filters']}>
      <SearchField
        label="Search"
        value={filter.search}
        placeholder="The ID of a claim"
        onSearch={(search) => set({ search, ...FIRST_PAGE }, { isTyping: true })}
      />
      <FilterSelect label="State" value={filter.state} onChoose={choose('state')}>
        <option value="">All claims</option>
        <option value="open">Open</option>
        <option value="verified">Verified</option>
        <option value="rejected">Rejected</option>
      </FilterSelect>
      <FilterSelect label="Hunt" value={filter.hunt} onChoose={choose('hunt')}>
        <option value="">All hunts</option>
        {hunts.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </FilterSelect>
    </div>
  );
}
