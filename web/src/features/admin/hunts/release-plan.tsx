import type { listReleasePlan } from '@cairn/contracts/http/staff-hunts.ts';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { adminQuery } from '../api/call-route.ts';
import { serverNow } from '../api/server-clock.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { clueName } from './clue-state.ts';
import { isBeforeOpening } from './hunt-state.ts';

type Planned = z.output<typeof listReleasePlan.answer>['releases'][number];

export function ReleasePlan({ onOpen }: { onOpen: (huntId: string, clueId: string) => void }) {
  const query = useQuery(adminQuery('GET /api/admin/release-plan', {}, 'release-plan'));
  const actions: Column<Planned> = {
    title: 'Actions',
    cell: (release) => (
      <Button
        variant="quiet"
        aria-label={`Edit ${clueName(release)}: ${release.title}`}
        onClick={() => onOpen(release.hunt_id, release.id)}
      >
        Edit
      </Button>
    ),
  };
  return (
    <section>
      <Stack>
        <h2>What comes out when</h2>
        <Loaded query={query} failedText="Failed to fetch the plan">
          {({ releases }) => (
            <DataTable
              label="What comes out when"
              columns={[...COLUMNS, actions]}
              rows={releases}
              keyOf={({ id }) => id}
              emptyText="Nothing is scheduled."
            />
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

const COLUMNS: Column<Planned>[] = [
  {
    title: 'When',
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
];
