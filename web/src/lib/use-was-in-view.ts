import { useEffect, useRef, useState } from 'react';

/** True once the element was in the viewport and the main thread was idle after that, and from then on. */
export function useWasInView<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [wasInView, setInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || wasInView) return;
    let cancel = () => {};
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      cancel = whenIdle(() => setInView(true));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, [wasInView]);
  return { ref, wasInView };
}

const IDLE_TIMEOUT_MS = 2_000;

/** Safari has no requestIdleCallback: https://caniuse.com/requestidlecallback */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(handle);
}
