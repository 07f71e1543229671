import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';

type Props = {
  label: string;
  value: string;
  placeholder?: string;
  onSearch: (text: string) => void;
};

const PAUSE_MS = 250;

/** Searches when typing pauses. */
export function SearchField({ label, value, placeholder, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [lastSearch, setLastSearch] = useState(value);
  // The value changed by Back, Forward or a link, not by typing.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setLastSearch(value);
    if (value !== lastSearch) setTyped(value);
  }
  const search = useRef(onSearch);
  search.current = onSearch;
  const searchText = typed.trim();
  function submit() {
    if (searchText === value || searchText === lastSearch) return;
    setLastSearch(searchText);
    search.current(searchText);
  }
  const latestSubmit = useRef(submit);
  latestSubmit.current = submit;
  useEffect(() => {
    if (searchText === value) return;
    const timer = setTimeout(() => latestSubmit.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [searchText, value]);
  return (
    <TextField
      label={label}
      type="search"
      value={typed}
      placeholder={placeholder}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && submit()}
      // Blur comes before a click on a link, so the search is in the history before the navigation.
      onBlur={submit}
    />
  );
}
