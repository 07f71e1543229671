import type { StaffClue, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import { ClueEditor } from './clue-editor.tsx';
import { clueName, clueState } from './clue-state.ts';
import own from './hunts.module.css';
import { findNumberGaps } from './number-gaps.ts';
import { PendingReleases } from './pending-releases.tsx';

export function CluesSection({ hunt }: { hunt: StaffHunt }) {
  const { get, set } = useUrlState();
  const clueParam = get('clue');
  const query = useQuery(
    adminQuery(
      'GET /api/admin/hunts/:id/clues',
      { params: { id: hunt.id } },
      'hunts',
      hunt.id,
      'clues',
    ),
  );
  return (
    <section className={own['group']}>
      <Loaded query={query} failedText="Failed to fetch the clues">
        {({ clues }) => {
          const chosen = clues.find(({ id }) => id === clueParam);
          const close = () => set({ clue: '' });
          if (clueParam === 'new') return <ClueEditor key="new" hunt={hunt} onClose={close} />;
          if (chosen)
            return <ClueEditor key={chosen.id} hunt={hunt} clue={chosen} onClose={close} />;
          return (
            <Stack>
              <PendingReleases hunt={hunt} clues={clues} />
              {clueParam && <Notice>That clue or update is gone.</Notice>}
              <CluesTable clues={clues} onOpen={(clue) => set({ clue })} />
            </Stack>
          );
        }}
      </Loaded>
    </section>
  );
}

type TableProps = { clues: StaffClue[]; onOpen: (clue: string) => void };

function CluesTable({ clues, onOpen }: TableProps) {
  const actions: Column<StaffClue> = {
    title: 'Actions',
    cell: (clue) => (
      <Button
        variant="quiet"
        aria-label={`Edit ${clueName(clue)}: ${clue.title}`}
        onClick={() => onOpen(clue.id)}
      >
        Edit
      </Button>
    ),
  };
  return (
    <Stack>
      <div className={styles['split']}>
        <ViewHeading>Clues and updates</ViewHeading>
        <Button onClick={() => onOpen('new')}>Write one</Button>
      </div>
      <NumberGaps clues={clues} />
      <DataTable
        label="Clues and updates"
        columns={[...COLUMNS, actions]}
        rows={clues}
        keyOf={({ id }) => id}
        emptyText="Nothing is written yet."
      />
    </Stack>
  );
}

function NumberGaps({ clues }: { clues: StaffClue[] }) {
  const gaps = findNumberGaps(clues);
  if (gaps.length === 0) return null;
  return (
    <Notice title="Numbers are missing">
      {gaps.map((gap) => (
        <p key={gap}>{gap}</p>
      ))}
      <p>A clue without a number of its own gets the next one in the order of release.</p>
    </Notice>
  );
}

const COLUMNS: Column<StaffClue>[] = [
  { title: 'What', cell: clueName },
  { title: 'Title', isLong: true, cell: ({ title }) => title },
  { title: 'State', cell: (clue) => <ClueBadge clue={clue} /> },
  {
    title: 'Comes out',
    cell: (clue) =>
      clueState(clue) === 'opening' ? 'When the hunt opens' : formatTime(clue.publish_at),
  },
];

function formatTime(publishAt: string | null): string {
  return publishAt ? formatMoment(publishAt) : '–';
}

const STATES = {
  published: { tone: 'good', text: 'Out' },
  scheduled: { tone: 'wait', text: 'Scheduled' },
  opening: { tone: 'wait', text: 'Scheduled' },
  draft: { tone: 'neutral', text: 'Draft' },
} as const;

function ClueBadge({ clue }: { clue: StaffClue }) {
  const { tone, text } = STATES[clueState(clue)];
  return <Badge tone={tone}>{text}</Badge>;
}
