import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends, unless what was sent last is still under way: the second of two quick clicks comes before
 * the button is drawn busy, and would be refused for what the first has done.
 */
export function useSingleFlight<Variables>(
  attempt: UseMutationResult<unknown, Error, Variables>,
): (variables: Variables) => void {
  const isUnderWay = useRef(false);
  return (variables) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    attempt.mutate(variables, {
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
}
