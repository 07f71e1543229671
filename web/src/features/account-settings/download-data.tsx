import { useMutation } from '@tanstack/react-query';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { callApi } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { FormAlert } from '../accounts/form-alert.tsx';
import styles from './account-settings.module.css';

const TEXTS = {
  refused: 'Failed to gather your data',
  failed: 'An error occurred. Please try again.',
};

/** Downloads all data stored about the user as one file. */
export function DownloadData() {
  const attempt = useMutation({
    mutationFn: () => callApi('GET /api/account/export', {}),
    onSuccess: (data) =>
      saveFile('cairn-my-data.json', 'application/json', [JSON.stringify(data, null, 2)]),
  });
  return (
    <li className={styles['setting']}>
      <button
        type="button"
        className={styles['row']}
        aria-disabled={attempt.isPending || undefined}
        aria-busy={attempt.isPending || undefined}
        onClick={() => attempt.isPending || attempt.mutate()}
      >
        {attempt.isPending ? 'Gathering my data...' : 'Download my data'}
        <svg viewBox="0 0 20 20" className={styles['chevron']} aria-hidden="true">
          <path d="M10 3.5v9m-4-3.7l4 4 4-4M4.5 16.5h11" />
        </svg>
      </button>
      {attempt.error && (
        <div className={styles['below-row']}>
          <FormAlert error={attempt.error} texts={TEXTS} />
        </div>
      )}
      <LiveRegion>
        {attempt.isSuccess && (
          <div className={styles['below-row']}>
            <Notice tone="success">Saved as cairn-my-data.json</Notice>
          </div>
        )}
      </LiveRegion>
    </li>
  );
}
