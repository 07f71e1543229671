import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';

const PaletteDialog = lazy(() =>
  import('./palette-dialog.tsx').then((m) => ({ default: m.PaletteDialog })),
);

/** Opens the search of the back office, also by Ctrl+K or Cmd+K. */
export function FindAnything() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      // Behind another dialog the page is inert.
      if (document.getElementById('root')?.hasAttribute('inert')) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button variant="quiet" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        Find anything
      </Button>
      {isOpen && (
        <Suspense>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
