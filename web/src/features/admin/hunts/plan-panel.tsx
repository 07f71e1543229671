import type { listReleasePlan } from '@cairn/contracts/http/release-plan.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { adminQuery, callRoute } from '../api/call-route.ts';
import { serverNow } from '../api/server-clock.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { FIRST_PAGE, useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { clueName } from './clue-state.ts';
import { isBeforeOpening } from './hunt-state.ts';

type Planned = z.output<typeof listReleasePlan.answer>['releases'][number];

/** The scheduled releases of all hunts, the next one first. */
export function PlanPanel() {
  const { get, set } = useUrlState();
  const keyset = useKeyset(25, { sort: 'publish_at', direction: 'asc' });
  const filter = { hunt: get('of') };
  const input = { ...filter, ...keyset.query };
  const { data: all } = useQuery(adminQuery('GET /api/admin/hunts', {}, 'hunts', 'all'));
  const query = useQuery({
    ...adminQuery('GET /api/admin/release-plan', { query: input }, 'release-plan', input),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <div className={styles['filters']}>
        <FilterSelect
          label="Hunt"
          value={filter.hunt}
          onChoose={(of) => set({ of, ...FIRST_PAGE })}
        >
          <option value="">All hunts</option>
          {all?.hunts.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </FilterSelect>
      </div>
      <Loaded query={query} failedText="Failed to fetch the plan">
        {({ releases, pagination = NO_PAGES }) => (
          <Stack>
            <ExportButton
              noun="releases"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/release-plan-export', {
                  query: { ...filter, starting_after },
                })
              }
            />
            <DataTable
              label="What comes out when"
              columns={COLUMNS}
              rows={releases}
              keyOf={({ id }) => id}
              emptyText="Nothing is scheduled."
              sorting={keyset.sorting}
              isStale={query.isPlaceholderData}
            />
            <KeysetPager
              pagination={pagination}
              ids={releases.map(({ id }) => id)}
              noun="releases"
              keyset={keyset}
            />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

/** An answer to a query with a limit has pages. */
const NO_PAGES = { limit: 25, total: 0 };

const COLUMNS: Column<Planned>[] = [
  {
    title: 'When',
    sort: 'publish_at',
    cell: ({ publish_at, hunt_status }) => {
      if (!publish_at) return 'Draft';
      const isWaitingForHunt =
        isBeforeOpening({ status: hunt_status }) && Date.parse(publish_at) <= serverNow();
      return isWaitingForHunt ? 'When the hunt opens' : formatMoment(publish_at);
    },
  },
  { title: 'Hunt', isLong: true, cell: ({ hunt_title }) => hunt_title },
  { title: 'What', cell: clueName },
  { title: 'Title', isLong: true, cell: ({ title }) => title },
  {
    title: 'Actions',
    cell: (release) => (
      <Link
        to={`/admin?tab=hunts&hunt=${release.hunt_id}&clue=${release.id}`}
        aria-label={`Edit ${clueName(release)}: ${release.title}`}
      >
        Edit
      </Link>
    ),
  },
];
