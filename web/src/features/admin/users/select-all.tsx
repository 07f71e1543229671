import type { accountsQuery } from '@cairn/contracts/http/back-office.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../../components/ui/button.tsx';
import { Row } from '../../../components/ui/layout.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { callRoute } from '../api/call-route.ts';
import { clearSelection, select, toRecipient } from './selection.ts';

type Filter = Pick<z.input<typeof accountsQuery>, 'search' | 'status' | 'from' | 'to'>;

/** The most addresses of one mailing. */
const MAX_SELECTED = 10_000;
const PAGE_SIZE = 100;

/** Selects the accounts of the filter on all pages, newest first. */
export function SelectAll({ filter, total }: { filter: Filter; total: number }) {
  const [count, setCount] = useState(0);
  const selectAll = useMutation({ mutationFn: () => selectMatching(filter, setCount) });
  const { isPending, isSuccess, error, data } = selectAll;
  return (
    <Row>
      <Button
        variant="quiet"
        disabled={total === 0}
        isBusy={isPending}
        onClick={() => selectAll.mutate()}
      >
        Select all that match
      </Button>
      {isPending && (
        <progress aria-label="Selecting accounts" value={count} max={Math.max(total, count, 1)} />
      )}
      <LiveRegion>
        {isSuccess && data && (
          <p>The newest {MAX_SELECTED.toLocaleString('en-US')} are selected; more match.</p>
        )}
      </LiveRegion>
      {error && <Notice tone="error">{messageOf(error, TEXTS)}</Notice>}
    </Row>
  );
}

/** Resolves with true if more accounts match than can be selected. */
async function selectMatching(filter: Filter, onCount: (count: number) => void): Promise<boolean> {
  clearSelection();
  onCount(0);
  let key = '';
  for (let count = 0; count < MAX_SELECTED; ) {
    const query = { ...filter, ...ORDER, limit: PAGE_SIZE, starting_after: key };
    const { accounts, pagination } = await callRoute('GET /api/admin/accounts', { query });
    select(accounts.map(toRecipient));
    count += accounts.length;
    onCount(count);
    key = accounts.at(-1)?.id ?? '';
    if (!pagination.has_next || key === '') return false;
  }
  return true;
}

const ORDER = { sort: 'created_at', direction: 'desc', count: 'limited' } as const;

const TEXTS = {
  refused: 'Failed to select the accounts.',
  failed: 'Failed to select all accounts. Try again.',
};
