import type { PurchaseFilter } from '@cairn/contracts/http/staff-purchases.ts';
import { useHunts } from '../../products/use-products.ts';
import { PURCHASE_LABELS } from '../../purchases/purchase-status.tsx';
import styles from '../ui/admin.module.css';
import { FilterDay, FilterSelect } from '../ui/filters.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { FIRST_PAGE } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';

export type Filter = PurchaseFilter;

export function PurchaseFilters({ filter }: { filter: Filter }) {
  const { set } = useUrlState();
  const { data: hunts = [] } = useHunts();
  const choose = (name: keyof Filter) => (value: string) => set({ [name]: value, ...FIRST_PAGE });
  return (
    <div className={styles['filters']}>
      <SearchField
        label="Search"
        value={filter.search}
        placeholder="Email, name, payment reference or ID"
        onSearch={(search) => set({ search, ...FIRST_PAGE }, { isTyping: true })}
      />
      <FilterSelect label="Hunt" value={filter.hunt} onChoose={choose('hunt')}>
        <option value="">All hunts</option>
        {hunts.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label="Status" value={filter.status} onChoose={choose('status')}>
        <option value="">All statuses</option>
        <option value="accepted">Accepted</option>
        <option value="unsettled">Not settled</option>
        {Object.entries(PURCHASE_LABELS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label="Day of"
        value={filter.day_of}
        onChoose={(day_of) => set({ day_of: day_of === 'purchase' ? '' : day_of, ...FIRST_PAGE })}
      >
        <option value="purchase">Purchase</option>
        <option value="refund">Refund</option>
        <option value="dispute">Dispute</option>
      </FilterSelect>
      <FilterDay label="From (UTC)" value={filter.from} onChoose={choose('from')} />
      <FilterDay label="To (UTC)" value={filter.to} onChoose={choose('to')} />
    </div>
  );
}
