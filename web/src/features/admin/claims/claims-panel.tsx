import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { formatDollars } from '../../../lib/money.ts';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { CodeDialog } from '../ui/code-dialog.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Pager } from '../ui/pager.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { DecideDialog } from './decide-dialog.tsx';

type State = '' | StaffClaim['state'];

export function ClaimsPanel() {
  const { get, set, page, setPage } = useUrlState();
  const filter = { page, limit: 10, state: get('state') as State };
  const [decided, setDecided] = useState<StaffClaim | null>(null);
  const [answered, setAnswered] = useState<StaffClaim | null>(null);
  const query = useQuery({
    ...adminQuery('GET /api/admin/claims', { query: filter }, 'claims', filter),
    placeholderData: keepPreviousData,
  });
  const actions: Column<StaffClaim> = {
    title: 'Actions',
    cell: (claim) =>
      claim.state === 'open' ? (
        <Button
          variant="quiet"
          aria-label={`Check claim on ${claim.hunt_title}`}
          onClick={() => setDecided(claim)}
        >
          Check claim
        </Button>
      ) : (
        '–'
      ),
  };
  return (
    <Stack>
      <div className={styles['filters']}>
        <FilterSelect
          label="State"
          value={filter.state}
          onChoose={(state) => set({ state, page: '' })}
        >
          <option value="">All claims</option>
          <option value="open">Open</option>
          <option value="verified">Verified</option>
          <option value="rejected">Rejected</option>
        </FilterSelect>
      </div>
      <Loaded query={query} failedText="Failed to fetch claims">
        {({ claims, pagination }) => (
          <Stack>
            <DataTable
              label="Claims"
              columns={[...COLUMNS, actions]}
              rows={claims}
              keyOf={({ id }) => id}
              emptyText="No treasure has been claimed yet."
              isStale={query.isPlaceholderData}
            />
            <Pager pagination={pagination} noun="claims" onPage={setPage} />
          </Stack>
        )}
      </Loaded>
      {decided && (
        <DecideDialog claim={decided} onDecided={setAnswered} onClose={() => setDecided(null)} />
      )}
      {answered?.treasure_code && (
        <CodeDialog
          code={answered.treasure_code}
          hunt={{ id: answered.hunt_id, title: answered.hunt_title }}
          onClose={() => setAnswered(null)}
        />
      )}
    </Stack>
  );
}

const COLUMNS: Column<StaffClaim>[] = [
  {
    title: 'Claim ID',
    cell: ({ id }) => (
      <span className={styles['id']} title={id}>
        {id}
      </span>
    ),
  },
  { title: 'Hunt', isLong: true, cell: ({ hunt_title }) => hunt_title },
  { title: 'Claimed', cell: ({ created_at }) => formatMoment(created_at) },
  { title: 'State', cell: ({ state }) => <ClaimBadge state={state} /> },
  { title: 'Prize at the claim', cell: ({ prize_frozen }) => formatDollars(prize_frozen) },
  { title: 'Prize to pay', cell: (claim) => <PayablePrize claim={claim} /> },
  {
    title: 'Decided',
    cell: ({ decided_at }) => (decided_at ? formatMoment(decided_at) : 'Not yet'),
  },
  { title: 'Note', isLong: true, cell: ({ note }) => note || '–' },
];

function PayablePrize({ claim: { prize_payable, reversed_purchases } }: { claim: StaffClaim }) {
  const count = reversed_purchases.length;
  return (
    <>
      {formatDollars(prize_payable)}
      {count > 0 && (
        <div className={styles['faint']}>
          without {count} refunded or disputed {count === 1 ? 'purchase' : 'purchases'}
        </div>
      )}
    </>
  );
}

const TONES = { open: 'wait', verified: 'good', rejected: 'neutral' } as const;

function ClaimBadge({ state }: { state: StaffClaim['state'] }) {
  return <Badge tone={TONES[state]}>{state.charAt(0).toUpperCase() + state.slice(1)}</Badge>;
}
