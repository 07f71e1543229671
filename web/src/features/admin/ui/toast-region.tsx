import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useStore } from '../../../lib/store.ts';
import { dismissToast, type Toast, toastStore } from './toast.ts';
import styles from './toast-region.module.css';

const SHOWN_MS = 12_000;

/** Shows the last toast at the lower edge of the window. */
export function ToastRegion() {
  const toast = useStore(toastStore, (state) => state);
  return (
    <div role="status" className={styles['region']}>
      {toast && <ToastBox key={toast.id} toast={toast} />}
    </div>
  );
}

/** Stays while it has the pointer or the focus. An element that is removed under the pointer sends no leave event. */
function ToastBox({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(dismissToast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holds the toast, and has no action of its own
    <div
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
  );
}
