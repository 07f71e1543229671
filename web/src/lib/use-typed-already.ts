import { useState } from 'react';
import { useIsAwake } from './use-is-awake.ts';

/**
 * What was typed into a field while a slow connection had brought the page but not yet its code. For
 * fields that React controls; react-hook-form looks by itself.
 */
export function useTypedAlready(fieldName: string): string {
  const isAwake = useIsAwake();
  const [text] = useState(() => (isAwake ? '' : readField(fieldName)));
  return text;
}

function readField(name: string): string {
  // The build has no page.
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
}
