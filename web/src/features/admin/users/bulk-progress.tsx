import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { adminKey } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { continueBulkJob, dropBulkJob, interruptBulkJob, useBulkJob } from './bulk-job.ts';
import type { BulkAct, BulkJob } from './bulk-storage.ts';

const DONE: Record<BulkAct, string> = {
  suspend: 'suspended',
  restore: 'restored',
  verify: 'verified',
};

/** The progress of the bulk act and, at its end, a report with the rows that were refused. */
export function BulkProgress() {
  const job = useBulkJob();
  const queryClient = useQueryClient();
  const state = job?.state;
  useEffect(() => {
    if (state === 'finished' || state === 'interrupted')
      void queryClient.invalidateQueries({ queryKey: adminKey('accounts') });
  }, [state, queryClient]);
  if (!job) return null;
  return (
    <section aria-label="Bulk act">
      <Stack gap="small">
        <LiveRegion>
          {state !== 'running' && (
            <Notice tone={toneOf(job)}>
              {describe(job)}
              {state === 'interrupted' && ' It stopped before the end.'}
            </Notice>
          )}
        </LiveRegion>
        {state === 'running' && (
          <p>
            {describe(job)} <Bar job={job} />
          </p>
        )}
        <Failures failures={job.failures} />
        <Actions state={job.state} />
      </Stack>
    </section>
  );
}

function Actions({ state }: { state: BulkJob['state'] }) {
  return (
    <div className={styles['actions']}>
      {state === 'running' && (
        <Button variant="quiet" onClick={interruptBulkJob}>
          Stop
        </Button>
      )}
      {state === 'interrupted' && <Button onClick={() => void continueBulkJob()}>Continue</Button>}
      {state !== 'running' && (
        <Button variant="quiet" onClick={dropBulkJob}>
          Close report
        </Button>
      )}
    </div>
  );
}

function Bar({ job: { done, items } }: { job: BulkJob }) {
  return <progress aria-label="Progress of the bulk act" max={items.length} value={done} />;
}

function Failures({ failures }: Pick<BulkJob, 'failures'>) {
  if (failures.length === 0) return null;
  return (
    <ul aria-label="Refused">
      {failures.map(({ id, email, error }) => (
        <li key={id}>
          <Link to={`/admin/user/${encodeURIComponent(id)}`}>{email}</Link>: {error}
        </li>
      ))}
    </ul>
  );
}

function toneOf({ state, failures }: BulkJob) {
  if (state === 'interrupted') return undefined;
  return failures.length > 0 ? 'error' : 'success';
}

function describe({ act, done, items, failures }: BulkJob): string {
  const changed = `${done - failures.length} of ${items.length} accounts ${DONE[act]}.`;
  return failures.length > 0 ? `${changed} ${failures.length} refused.` : changed;
}
