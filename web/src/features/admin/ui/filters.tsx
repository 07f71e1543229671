import { type ReactNode, useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';
import { SelectField } from './fields.tsx';

type Props = { label: string; value: string; onChoose: (value: string) => void };

/** Shows at once what is chosen; the address, and with it `value`, follows in its own time. */
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

/** While a year is typed it is a day of the first centuries. */
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
  /** What was chosen here since the address was last as shown. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    // Back, Forward or a link, and not an earlier choice that arrives after a later one.
    const isOther = !asked.includes(value);
    if (isOther) show(value);
    if (isOther || value === shown) setAsked([]);
  }
  function choose(next: string) {
    show(next);
    setAsked([...asked, next]);
  }
  return [shown, choose] as const;
}
