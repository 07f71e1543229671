import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Goes to what a link such as `/terms#refunds` names, also when the page has come only now. */
export function useHashTarget(prepare?: (target: HTMLElement) => void) {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again goes there again
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    prepare?.(target);
    target.scrollIntoView();
    target.querySelector<HTMLElement>('h2, summary')?.focus({ preventScroll: true });
  }, [hash, key, prepare]);
}
