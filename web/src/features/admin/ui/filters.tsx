import { type ReactNode, useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';
import { SelectField } from './fields.tsx';

type Props = { label: string; value: string; onChoose: (value: string) => void };

/** Shows the choice immediately; the URL and `value` follow asynchronously. */
export function FilterSelect({
  label,
  value,
  onChoose,
  children,
}: Props & { children: ReactNode }) {
  const [shown, choose] = useShown(value);
  return (
    <SelectField
      label={label}
      value={shown}
      onChange={({ target }) => {
        choose(target.value);
        onChoose(target.value);
      }}
    >
      {children}
    </SelectField>
  );
}

/** Typing a year passes through dates such as 0002-01-01, which are not sent. */
const EARLIEST = '2000';

export function FilterDay({ label, value, onChoose }: Props) {
  const [shown, choose] = useShown(value);
  return (
    <TextField
      label={label}
      type="date"
      value={shown}
      onChange={({ target }) => {
        choose(target.value);
        if (target.value === '' || target.value >= EARLIEST) onChoose(target.value);
      }}
    />
  );
}

function useShown(value: string) {
  const [shown, show] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Choices made here that `value` does not reflect yet. */
  const [recentChoices, setRecentChoices] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    // The value changed by Back, Forward or a link, not by an earlier choice that arrives late.
    const isExternal = !recentChoices.includes(value);
    if (isExternal) show(value);
    if (isExternal || value === shown) setRecentChoices([]);
  }
  function choose(next: string) {
    show(next);
    setRecentChoices([...recentChoices, next]);
  }
  return [shown, choose] as const;
}
