import { type ReactNode, useEffect, useRef } from 'react';
import { keepFocusIn } from './keep-focus.ts';

/** Wraps a region whose buttons and rows are added and removed, see keepFocusIn. */
export function FocusKeeper({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? keepFocusIn(frame.current) : undefined), []);
  return <div ref={frame}>{children}</div>;
}
