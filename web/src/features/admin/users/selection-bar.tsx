import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import styles from '../ui/admin.module.css';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { startBulkJob, useBulkJob } from './bulk-job.ts';
import type { BulkAct } from './bulk-storage.ts';
import { ExportSelection } from './export-selection.tsx';
import { clearSelection, useSelection } from './selection.ts';

type Question = { verb: string; text: string; isDangerous: boolean };

const QUESTIONS: Record<BulkAct, Question> = {
  suspend: {
    verb: 'Suspend',
    text: 'They are logged out everywhere and cannot log in again. Purchases and hunts are kept.',
    isDangerous: true,
  },
  restore: {
    verb: 'Restore',
    text: 'They can log in again, with everything that was there before.',
    isDangerous: false,
  },
  verify: {
    verb: 'Verify',
    text: 'They count as verified, without the link in the mail: they can log in and get mailings.',
    isDangerous: false,
  },
};

/** The acts on the selected accounts; one confirmation names their number. */
export function SelectionBar({ onWrite }: { onWrite: () => void }) {
  const selected = useSelection();
  const isRunning = useBulkJob()?.state === 'running';
  const [asked, ask] = useState<BulkAct | null>(null);
  if (selected.length === 0) return null;
  const number = selected.length.toLocaleString('en-US');
  const accounts = `${number} ${selected.length === 1 ? 'account' : 'accounts'}`;
  const question = asked && QUESTIONS[asked];
  return (
    <div className={styles['split']}>
      <p role="status">
        {number} {selected.length === 1 ? 'user' : 'users'} selected
      </p>
      <div className={styles['actions']}>
        <Button onClick={onWrite}>Send Email to Selected</Button>
        {Object.entries(QUESTIONS).map(([act, { verb }]) => (
          <Button
            key={act}
            variant="quiet"
            disabled={isRunning}
            onClick={() => ask(act as BulkAct)}
          >
            {verb} selected
          </Button>
        ))}
        <ExportSelection ids={selected.map(({ id }) => id)} />
        <Button variant="quiet" onClick={clearSelection}>
          Clear selection
        </Button>
      </div>
      <ConfirmDialog
        isOpen={question !== null}
        title={`${question?.verb} ${accounts}?`}
        confirmText={`${question?.verb} ${accounts}`}
        isDangerous={question?.isDangerous}
        isBusy={false}
        error={null}
        onConfirm={() => {
          if (asked) void startBulkJob(asked, selected);
          ask(null);
        }}
        onClose={() => ask(null)}
      >
        <p>{question?.text}</p>
        <p>
          Each account is changed and recorded by itself; those that the server refuses are listed
          afterwards.
        </p>
      </ConfirmDialog>
    </div>
  );
}
