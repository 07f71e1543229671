import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import own from './hunts.module.css';

type Props = { title: string; html: string; onClose: () => void };

/** Shows the HTML as the server sanitised it. */
export function CluePreview({ title, html, onClose }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title="Preview" size="broad">
      <h3>{title}</h3>
      <div
        className={own['preview']}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
