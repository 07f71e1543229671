import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminKey } from '../api/call-route.ts';
import { restoreDraft } from '../drafts.ts';
import { fetchDrafts, useIsKept } from '../form-drafts.ts';
import styles from './admin.module.css';
import { Loaded } from './loaded.tsx';

/** The drafts of this admin; they are in drafts.ts once the query has succeeded. */
export function useStoredDrafts() {
  return useQuery({
    queryKey: adminKey('form-drafts'),
    queryFn: async ({ signal }) => {
      const drafts = await fetchDrafts(signal);
      for (const { form, content } of drafts) restoreDraft(form, content);
      return drafts;
    },
    staleTime: 0,
    retry: false,
  });
}

/** Shows forms once their drafts are here: the first input in a form without its draft would replace it. */
export function WithStoredDrafts({ children }: { children: ReactNode }) {
  const query = useStoredDrafts();
  if (query.data) return children;
  return (
    <Loaded query={query} failedText="Failed to fetch your drafts">
      {() => null}
    </Loaded>
  );
}

export function DraftStatus({ form }: { form: string }) {
  const isKept = useIsKept(form);
  return (
    <p className={styles['faint']}>
      {isKept
        ? 'Unsaved changes are kept as a draft, also for another computer.'
        : 'There are unsaved changes.'}
    </p>
  );
}
