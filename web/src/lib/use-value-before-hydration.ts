import { useState } from 'react';
import { useIsHydrated } from './use-is-hydrated.ts';

/**
 * What was typed into a field while a slow connection had brought the page but not yet its code. For
 * fields that React controls; react-hook-form looks by itself.
 */
export function useValueBeforeHydration(fieldName: string): string {
  const isHydrated = useIsHydrated();
  const [text] = useState(() => (isHydrated ? '' : readField(fieldName)));
  return text;
}

function readField(name: string): string {
  // The build has no page.
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
}
