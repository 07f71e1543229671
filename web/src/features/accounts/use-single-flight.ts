import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends unless the last call is pending. The second click of a double click arrives before the button
 * renders as busy, and would be refused because of the first.
 */
export function useSingleFlight<Variables>(
  attempt: UseMutationResult<unknown, Error, Variables>,
): (variables: Variables) => void {
  const isPending = useRef(false);
  return (variables) => {
    if (isPending.current) return;
    isPending.current = true;
    attempt.mutate(variables, {
      onSettled: () => {
        isPending.current = false;
      },
    });
  };
}
