import { BoxFront, BoxLid } from '../../components/art/treasure-box.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../components/ui/dialog.tsx';
import styles from './treasure-box-dialog.module.css';

export function TreasureBoxDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="The Treasure Box" size="broad">
      <p>This is what you are looking for: a wooden box of 4 by 3 inches.</p>
      <div className={styles['plates']}>
        <figure className={styles['plate']}>
          <BoxLid />
          <figcaption>From above</figcaption>
        </figure>
        <figure className={styles['plate']}>
          <BoxFront />
          <figcaption>From the front</figcaption>
        </figure>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
