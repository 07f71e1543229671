import { useEffect, useRef } from 'react';

/** For a heading that takes the place of something the focus was in. */
export function useFocusOnMount<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}
