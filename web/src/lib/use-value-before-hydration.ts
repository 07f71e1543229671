import { useState } from 'react';
import { useIsHydrated } from './use-is-hydrated.ts';

/**
 * Text typed into a prerendered field before hydration. For controlled fields; react-hook-form reads the
 * field itself.
 */
export function useValueBeforeHydration(fieldName: string): string {
  const isHydrated = useIsHydrated();
  const [text] = useState(() => (isHydrated ? '' : readField(fieldName)));
  return text;
}

function readField(name: string): string {
  // Not available at build time.
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
}
