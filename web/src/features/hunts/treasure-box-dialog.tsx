import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { ReactNode } from 'react';
import { BoxFront, BoxLid } from '../../components/art/treasure-box.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../components/ui/dialog.tsx';
import styles from './treasure-box-dialog.module.css';

type Props = { isOpen: boolean; onClose: () => void; hunt: Product };

/** The first two images of the hunt, or default images of a treasure box. */
export function TreasureBoxDialog({ isOpen, onClose, hunt }: Props) {
  const photos = hunt.images.map(({ src, alt }) => (
    <Plate key={src} caption={alt}>
      <img src={src} alt="" />
    </Plate>
  ));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="The Treasure Box"
      subject={hunt.title}
      size="broad"
    >
      <p>This is what you are looking for: a wooden box of 4 by 3 inches.</p>
      <div className={styles['plates']}>{[...photos, ...DRAWINGS].slice(0, 2)}</div>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Plate({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles['plate']}>
      {children}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

const DRAWINGS = [
  <Plate key="lid" caption="From above">
    <BoxLid />
  </Plate>,
  <Plate key="front" caption="From the front">
    <BoxFront />
  </Plate>,
];
