import { useEffect } from 'react';

/** Loaded after the page is shown, see recover-focus.ts. */
export function useFocusRecovery() {
  useEffect(() => {
    const main = document.getElementById('content');
    if (!main) return;
    let isOver = false;
    let stop = () => {};
    import('./recover-focus.ts').then(
      ({ recoverFocus }) => {
        if (!isOver) stop = recoverFocus(main);
      },
      // Without it the browser's own rule applies: the focus goes to the top.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, []);
}
