import { type ReactNode, useEffect, useRef } from 'react';
import { keepFocusOnNeighbour } from '../../../lib/keep-focus.ts';

/** Wraps a region whose buttons and rows are added and removed, see keepFocusOnNeighbour. */
export function FocusKeeper({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? keepFocusOnNeighbour(frame.current) : undefined), []);
  return <div ref={frame}>{children}</div>;
}
