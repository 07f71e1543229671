import { type ReactNode, useEffect, useRef } from 'react';
import { isFocusUnclaimed } from '../../../lib/keep-focus.ts';
import styles from './admin.module.css';

/** The h2 of a view that replaced a whole panel; takes the focus if the replaced view had it. */
export function ViewHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusUnclaimed()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles['view-heading']}>
      {children}
    </h2>
  );
}
