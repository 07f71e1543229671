import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import styles from '../ui/admin.module.css';
import own from './email.module.css';

type Props = {
  preview: { html: string; text: string; count: number } | null;
  subject: string;
  onClose: () => void;
};

const VIEWS = { phone: 'Phone', desktop: 'Desktop', text: 'Plain text' } as const;
type View = keyof typeof VIEWS;

/** Shows the mail in a sandboxed frame without scripts, forms or access to this origin. */
export function PreviewDialog({ preview, subject, onClose }: Props) {
  const [view, setView] = useState<View>('desktop');
  return (
    <Dialog isOpen={preview !== null} onClose={onClose} title="Preview" size="broad">
      <Stack>
        <p>
          Subject: <b>{subject}</b>
        </p>
        <fieldset className={own['views']}>
          <legend>Seen as</legend>
          {Object.entries(VIEWS).map(([name, label]) => (
            <label key={name}>
              <input
                type="radio"
                name="view"
                checked={view === name}
                onChange={() => setView(name as View)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {view === 'text' ? (
          <section
            className={`${styles['json']} ${own['plain']}`}
            aria-label="The mail as text"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
          >
            <pre>{preview?.text}</pre>
          </section>
        ) : (
          <iframe
            title="The mail as it will look"
            sandbox=""
            srcDoc={preview?.html ?? ''}
            className={`${own['frame']} ${own[view]}`}
          />
        )}
      </Stack>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
