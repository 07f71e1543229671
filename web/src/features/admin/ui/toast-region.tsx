import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useStore } from '../../../lib/store.ts';
import { dismissToast, toastStore } from './toast.ts';
import styles from './toast-region.module.css';

const SHOWN_MS = 12_000;

/** Shows the last toast at the lower edge of the window; it stays while it has the pointer or the focus. */
export function ToastRegion() {
  const toast = useStore(toastStore, (state) => state);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!toast || isHeld) return;
    const timer = setTimeout(dismissToast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  return (
    <div role="status" className={styles['region']}>
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: holds the toast, and has no action of its own
        <div
          key={toast.id}
          className={styles['toast']}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <p>{toast.text}</p>
          <Button variant="quiet" onClick={dismissToast}>
            Dismiss
          </Button>
        </div>
      )}
    </div>
  );
}
