import { useEffect, useRef, useState } from 'react';
import { type ClaimFlow, type ClaimState, readClaimState, startClaimFlow } from './claim-flow.ts';

/** The claim of this browser: resumed after a reload if unanswered, kept if won. */
export function useClaim(handle: string) {
  const [state, setState] = useState<ClaimState>(() => readClaimState(handle));
  const flow = useRef<ClaimFlow>(null);
  useEffect(() => {
    const opened = startClaimFlow(handle, setState);
    flow.current = opened;
    return () => opened.close();
  }, [handle]);
  return { state, send: (code: string) => flow.current?.send(code) };
}
