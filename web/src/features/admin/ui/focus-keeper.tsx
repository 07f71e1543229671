import { type ReactNode, useEffect, useRef } from 'react';
import { keepFocusIn } from './keep-focus.ts';

/** Around a part of a page in which buttons and rows come and go. */
export function FocusKeeper({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? keepFocusIn(frame.current) : undefined), []);
  return <div ref={frame}>{children}</div>;
}
