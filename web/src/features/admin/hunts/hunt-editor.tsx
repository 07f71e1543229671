import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { refreshProducts } from '../../products/use-products.ts';
import { adminKey, adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { Loaded } from '../ui/loaded.tsx';
import type { Saved } from '../ui/use-draft-form.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import { CancelHunt } from './cancel-hunt.tsx';
import { CluesSection } from './clues-section.tsx';
import { HuntFacts } from './hunt-facts.tsx';
import { type HuntFields, toHuntChanges } from './hunt-fields.ts';
import { HuntForm } from './hunt-form.tsx';
import { HuntReportPanel } from './hunt-report-panel.tsx';
import { isBeforeOpening } from './hunt-state.ts';
import own from './hunts.module.css';
import { OpenHunt } from './open-hunt.tsx';
import { PublishHunt } from './publish-hunt.tsx';
import { RefundProgress } from './refund-progress.tsx';
import { UnconfirmedCode } from './unconfirmed-code.tsx';

export function HuntEditor({ id }: { id: string }) {
  const query = useQuery(adminQuery('GET /api/admin/hunts/:id', { params: { id } }, 'hunts', id));
  return (
    <Loaded query={query} failedText="Failed to fetch the hunt">
      {(hunt) => <LoadedHunt hunt={hunt} />}
    </Loaded>
  );
}

function LoadedHunt({ hunt }: { hunt: StaffHunt }) {
  const { get, set } = useUrlState();
  const queryClient = useQueryClient();
  const [version, setVersion] = useState(0);
  const [wasCancelled] = useState(hunt.status === 'cancelled');
  async function save(fields: HuntFields, base: Saved<HuntFields>) {
    const body = toHuntChanges(base.fields, fields);
    const ifMatch = base.version ?? undefined;
    const saved = await callRoute('PATCH /api/admin/hunts/:id', {
      params: { id: hunt.id },
      body,
      ifMatch,
    });
    queryClient.setQueryData(adminKey('hunts', hunt.id), saved);
    void refreshProducts();
    return saved;
  }
  return (
    <Stack gap="large">
      <div className={styles['split']}>
        <ViewHeading>{hunt.title}</ViewHeading>
        <StatusBadge status={hunt.status} />
      </div>
      {!get('clue') && (
        <>
          <UnconfirmedCode hunt={hunt} />
          <HuntFacts hunt={hunt} />
          {hunt.status === 'cancelled' && <RefundProgress hunt={hunt} takesFocus={!wasCancelled} />}
          <div className={styles['actions']}>
            {isBeforeOpening(hunt) && <OpenHunt hunt={hunt} />}
            {hunt.status === 'draft' && <PublishHunt hunt={hunt} />}
            <Button variant="quiet" onClick={() => set({ view: 'member' })}>
              View as a member
            </Button>
            {hunt.status === 'draft' && (
              <Button variant="quiet" onClick={() => set({ view: 'public' })}>
                Preview the public page
              </Button>
            )}
            <Button variant="quiet" onClick={() => set({ view: 'texts' })}>
              Earlier texts
            </Button>
          </div>
        </>
      )}
      <CluesSection hunt={hunt} />
      {!get('clue') && hunt.status === 'complete' && <HuntReportPanel hunt={hunt} />}
      {!get('clue') && (
        <section className={own['group']}>
          <h2>About the hunt</h2>
          <LiveRegion>
            {version > 0 && (
              <Notice key={version} tone="success">
                Saved.
              </Notice>
            )}
          </LiveRegion>
          <HuntForm
            key={version}
            hunt={hunt}
            save={save}
            onSaved={() => setVersion((last) => last + 1)}
          />
        </section>
      )}
      {!get('clue') && (hunt.status === 'upcoming' || hunt.status === 'active') && (
        <CancelHunt hunt={hunt} />
      )}
    </Stack>
  );
}
