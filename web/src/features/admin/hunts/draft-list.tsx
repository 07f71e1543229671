import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { adminQuery } from '../api/call-route.ts';
import { dropDraft, readDraft } from '../drafts.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { useStoredDrafts } from '../ui/stored-drafts.tsx';
import { type DraftPlace, isReport, placeOf } from './draft-place.ts';

type Row = DraftPlace & { form: string; saved_at: string; title: string; about: string };

/** Unsaved input in the forms of hunts and clues, to be continued or discarded. */
export function DraftList({ onOpen }: { onOpen: (place: DraftPlace) => void }) {
  const { data: drafts = [] } = useStoredDrafts();
  const { data } = useQuery(adminQuery('GET /api/admin/hunts', {}, 'hunts', 'all'));
  const [, setDiscarded] = useState<string | null>(null);
  const rows = drafts.flatMap(({ form, content, saved_at }): Row[] => {
    const place = placeOf(form);
    if (!place || readDraft(form) === null) return [];
    const hunt = data?.hunts.find(({ id }) => id === place.hunt);
    const ofHunt = hunt?.title ?? 'a hunt';
    if (isReport(form))
      return [{ ...place, form, saved_at, title: `Story of ${ofHunt}`, about: 'Winner’s story' }];
    const about = place.clue ? `Clue of ${ofHunt}` : 'Hunt';
    return [{ ...place, form, saved_at, title: titleIn(content), about }];
  });
  if (rows.length === 0) return null;
  const actions: Column<Row> = {
    title: 'Actions',
    cell: ({ form, title, hunt, clue }) => (
      <div className={styles['actions']}>
        <Button
          variant="quiet"
          aria-label={`Continue: ${title}`}
          onClick={() => onOpen({ hunt, clue })}
        >
          Continue
        </Button>
        <Button
          variant="quiet"
          aria-label={`Discard: ${title}`}
          onClick={() => {
            dropDraft(form);
            setDiscarded(form);
          }}
        >
          Discard
        </Button>
      </div>
    ),
  };
  return (
    <section>
      <Stack>
        <h2>Your drafts</h2>
        <DataTable
          label="Your drafts"
          columns={[...COLUMNS, actions]}
          rows={rows}
          keyOf={({ form }) => form}
          emptyText=""
        />
      </Stack>
    </section>
  );
}

const COLUMNS: Column<Row>[] = [
  { title: 'Title', isLong: true, cell: ({ title }) => title },
  { title: 'Form', cell: ({ about }) => about },
  { title: 'Kept', cell: ({ saved_at }) => formatMoment(saved_at) },
];

function titleIn(content: Record<string, unknown>): string {
  const { values } = content;
  const title = typeof values === 'object' && values !== null ? Reflect.get(values, 'title') : '';
  return typeof title === 'string' && title.trim() ? title : 'Without a title';
}
