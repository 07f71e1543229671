import { useEffect } from 'react';

/** Loaded after the page is shown, see keepFocusOnHeading. */
export function useFocusRecovery() {
  useEffect(() => {
    const main = document.getElementById('content');
    if (!main) return;
    let isOver = false;
    let stop = () => {};
    import('../lib/keep-focus.ts').then(
      ({ keepFocusOnHeading }) => {
        if (!isOver) stop = keepFocusOnHeading(main);
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
