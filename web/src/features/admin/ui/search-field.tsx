import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';

type Props = {
  label: string;
  value: string;
  placeholder?: string;
  onSearch: (text: string) => void;
};

const PAUSE_MS = 250;

/** Asks once the typing has paused. */
export function SearchField({ label, value, placeholder, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Back, Forward or a link: what is asked for has changed, and not by typing here.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setKnown(value);
    if (value !== known) setTyped(value);
  }
  const search = useRef(onSearch);
  search.current = onSearch;
  const wanted = typed.trim();
  function ask() {
    if (wanted === value || wanted === known) return;
    setKnown(wanted);
    search.current(wanted);
  }
  const askNow = useRef(ask);
  askNow.current = ask;
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(() => askNow.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, value]);
  return (
    <TextField
      label={label}
      type="search"
      value={typed}
      placeholder={placeholder}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
      // Before the click that ends the typing, which may lead elsewhere, and not after it.
      onBlur={ask}
    />
  );
}
