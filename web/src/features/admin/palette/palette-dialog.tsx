import type { SearchResult } from '@cairn/contracts/http/staff-search.ts';
import { Command } from 'cmdk';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import styles from './palette.module.css';
import { pathOf } from './places.ts';
import { useSearch } from './use-search.ts';

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { results, failed, isSearching, isAsked } = useSearch(text);
  const navigate = useNavigate();
  function open(result: SearchResult) {
    onClose();
    navigate(pathOf(result));
  }
  return (
    <Dialog isOpen onClose={onClose} title="Find anything" size="broad">
      <Command label="Find anything" shouldFilter={false} loop className={styles['palette']}>
        <Command.Input
          className={styles['input']}
          value={text}
          onValueChange={setText}
          placeholder="Email, name, phone, receipt number, payment reference, hunt or ID"
        />
        <Command.List className={styles['list']} label="Results">
          {KINDS.map(({ kind, heading }) => (
            <Results
              key={kind}
              heading={heading}
              results={results.filter((result) => result.kind === kind)}
              onOpen={open}
            />
          ))}
        </Command.List>
        <p role="status" className={styles['status']}>
          {statusText({ count: results.length, isSearching, isAsked })}
        </p>
        {failed.map(({ name }) => (
          <Notice key={name} tone="error">
            No answer about {name}. The other results are complete.
          </Notice>
        ))}
      </Command>
    </Dialog>
  );
}

type Group = { heading: string; results: SearchResult[]; onOpen: (result: SearchResult) => void };

function Results({ heading, results, onOpen }: Group) {
  if (results.length === 0) return null;
  return (
    <Command.Group heading={heading} className={styles['group']}>
      {results.map((result) => (
        <Command.Item
          key={`${result.kind} ${result.id}`}
          value={`${result.kind} ${result.id}`}
          className={styles['item']}
          onSelect={() => onOpen(result)}
        >
          <span>{result.label}</span>
          <span className={styles['detail']}>{result.detail}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

const KINDS: { kind: SearchResult['kind']; heading: string }[] = [
  { kind: 'user', heading: 'Users' },
  { kind: 'purchase', heading: 'Purchases' },
  { kind: 'hunt', heading: 'Hunts' },
  { kind: 'claim', heading: 'Claims' },
  { kind: 'mailing', heading: 'Mailings' },
  { kind: 'message', heading: 'Messages' },
];

function statusText(state: { count: number; isSearching: boolean; isAsked: boolean }): string {
  if (state.count > 0) return `${state.count} found. Arrow keys choose, Enter opens.`;
  if (!state.isAsked) return 'Type at least two characters.';
  return state.isSearching ? 'Searching…' : 'Nothing found.';
}
