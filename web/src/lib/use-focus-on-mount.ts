import { useEffect, useRef } from 'react';

/** For a heading that replaces an element that had the focus. */
export function useFocusOnMount<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}
