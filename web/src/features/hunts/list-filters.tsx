import { useId } from 'react';
import field from '../../components/ui/field.module.css';
import styles from './hunts-list.module.css';
import type { ListView } from './list-view.ts';

type Props = { view: ListView; regions: string[]; onChange: (changes: Partial<ListView>) => void };

export function ListFilters({ view, regions, onChange }: Props) {
  return (
    <form className={styles['filters']} aria-label="Filter the hunts">
      <Choice
        label="Region"
        value={view.region}
        options={[['', 'All regions'], ...regions.map((region): Option => [region, region])]}
        onChange={(region) => onChange({ region })}
      />
      <Choice
        label="Status"
        value={view.status}
        options={STATUSES}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label="Sort by"
        value={view.sort}
        options={ORDERS}
        onChange={(sort) => onChange({ sort })}
      />
    </form>
  );
}

type Option = [value: string, text: string];

const STATUSES: Option[] = [
  ['', 'Any status'],
  ['active', 'Active'],
  ['upcoming', 'Upcoming'],
  ['complete', 'Complete'],
];

const ORDERS: Option[] = [
  ['', 'Our order'],
  ['prize', 'Highest prize'],
  ['price', 'Lowest price'],
  ['newest', 'Newest'],
];

type ChoiceProps = {
  label: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={field['field']}>
      <label className={field['label']} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={field['input']}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
