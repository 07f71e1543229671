import { type ReactNode, useEffect, useRef } from 'react';
import styles from './admin.module.css';
import { isFocusFree } from './keep-focus.ts';

/** The h2 of what has taken a whole panel's place; it takes the focus that went with what was there. */
export function ViewHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusFree()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles['view-heading']}>
      {children}
    </h2>
  );
}
