import { Link } from '../../../components/ui/link.tsx';
import { clueName } from '../hunts/clue-state.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import type { Overview } from './use-overview.ts';

type Release = NonNullable<Overview['hunts']['data']>['next_releases'][number];

export function NextReleases({ query }: { query: Overview['hunts'] }) {
  return (
    <Loaded query={query} failedText="Failed to fetch the releases">
      {({ next_releases }) => (
        <DataTable
          label="Next releases"
          columns={COLUMNS}
          rows={next_releases}
          keyOf={({ id }) => id}
          emptyText="Nothing is scheduled."
        />
      )}
    </Loaded>
  );
}

const COLUMNS: Column<Release>[] = [
  {
    title: 'When',
    cell: ({ publish_at, waits_for_opening }) =>
      waits_for_opening
        ? `${formatMoment(publish_at)}, or when the hunt opens`
        : formatMoment(publish_at),
  },
  {
    title: 'Hunt',
    isLong: true,
    cell: ({ hunt_id, hunt_title }) => (
      <Link to={`/admin?tab=hunts&hunt=${encodeURIComponent(hunt_id)}`}>{hunt_title}</Link>
    ),
  },
  { title: 'What', cell: (release) => clueName(release) },
  { title: 'Title', isLong: true, cell: ({ title }) => title },
];
