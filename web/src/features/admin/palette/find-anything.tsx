import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';

type Palette = ComponentType<{ onClose: () => void }>;

/** Opens the search of the back office, also by Ctrl+K or Cmd+K. */
export function FindAnything() {
  const [isOpen, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<Palette | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const open = useCallback(() => {
    setFailed(false);
    setOpen(true);
    // Not React's `lazy`, which keeps a failure.
    import('./palette-dialog.tsx').then(
      ({ PaletteDialog }) => setDialog(() => PaletteDialog),
      () => {
        setOpen(false);
        setFailed(true);
      },
    );
  }, []);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      // The editor makes a link by the same keys.
      if (event.defaultPrevented) return;
      // Behind another dialog the page is inert.
      if (document.getElementById('root')?.hasAttribute('inert')) return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <>
      <Button variant="quiet" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        Find anything
      </Button>
      {hasFailed && (
        <Notice tone="error">The search could not be loaded. Try again, or reload the page.</Notice>
      )}
      {isOpen && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}
