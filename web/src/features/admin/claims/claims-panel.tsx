import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { formatDollars } from '../../../lib/money.ts';
import { adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { CodeDialog } from '../ui/code-dialog.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { ClaimFilters } from './claim-filters.tsx';
import { DecideDialog } from './decide-dialog.tsx';

type State = '' | StaffClaim['state'];

export function ClaimsPanel() {
  const { get } = useUrlState();
  const keyset = useKeyset();
  const filter = { state: get('state') as State, hunt: get('hunt'), search: get('search') };
  const input = { ...filter, ...keyset.listQuery };
  const [decided, setDecided] = useState<StaffClaim | null>(null);
  const [answered, setAnswered] = useState<StaffClaim | null>(null);
  const query = useQuery({
    ...adminQuery('GET /api/admin/claims', { query: input }, 'claims', input),
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
      <ClaimFilters filter={filter} />
      <Loaded query={query} failedText="Failed to fetch claims">
        {({ claims, pagination }) => (
          <Stack>
            <ExportButton
              noun="claims"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/claims/export', { query: { ...filter, starting_after } })
              }
            />
            <DataTable
              label="Claims"
              columns={[...COLUMNS, actions]}
              rows={claims}
              keyOf={({ id }) => id}
              emptyText={
                Object.values(filter).some(Boolean)
                  ? 'No claim fits.'
                  : 'No treasure has been claimed yet.'
              }
              sorting={keyset.sorting}
              isStale={query.isPlaceholderData}
            />
            <KeysetPager
              pagination={pagination}
              ids={claims.map(({ id }) => id)}
              noun="claims"
              keyset={keyset}
            />
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
  { title: 'Claimed', sort: 'created_at', cell: ({ created_at }) => formatMoment(created_at) },
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
