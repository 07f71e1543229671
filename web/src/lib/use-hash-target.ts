import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the target of a link such as `/terms#refunds`, even if the page rendered late. */
export function useHashTarget(prepare?: (target: HTMLElement) => void) {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again goes there again
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    prepare?.(target);
    target.scrollIntoView();
    target.querySelector<HTMLElement>('h2, h3, summary')?.focus({ preventScroll: true });
  }, [hash, key, prepare]);
}
