import { useEffect, useRef, useState } from 'react';
import { type ClaimDesk, type ClaimState, openClaimDesk, readClaimState } from './claim-desk.ts';

/** A claim in this browser: what is not answered goes on after a reload, what is won stays. */
export function useClaim(handle: string) {
  const [state, setState] = useState<ClaimState>(() => readClaimState(handle));
  const desk = useRef<ClaimDesk>(null);
  useEffect(() => {
    const opened = openClaimDesk(handle, setState);
    desk.current = opened;
    return () => opened.close();
  }, [handle]);
  return { state, send: (code: string) => desk.current?.send(code) };
}
