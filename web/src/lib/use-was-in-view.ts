import { useEffect, useRef, useState } from 'react';
import { whenIdle } from './when-idle.ts';

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
