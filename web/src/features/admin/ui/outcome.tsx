import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../../../components/ui/notice.tsx';

/** What an act led to, beside its button: takes the focus and is scrolled into view. */
export function Outcome({ tone, children }: { tone: 'success' | 'info'; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not returned: a promise in some browsers, which React would call as a cleanup function.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <Notice tone={tone} takesFocus>
        {children}
      </Notice>
    </div>
  );
}
