import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './layout.module.css';

type Gap = 'small' | 'medium' | 'large';

export function Container({ children, isNarrow }: { children: ReactNode; isNarrow?: boolean }) {
  return (
    <div className={classNames(styles['container'], isNarrow && styles['narrow'])}>{children}</div>
  );
}

/** The page's container between header and footer. */
export function Page({ children, isNarrow }: { children: ReactNode; isNarrow?: boolean }) {
  return (
    <div className={styles['page']}>
      <Container isNarrow={isNarrow}>
        <Stack gap="large">{children}</Stack>
      </Container>
    </div>
  );
}

export function Stack({ children, gap = 'medium' }: { children: ReactNode; gap?: Gap }) {
  return <div className={`${styles['stack']} ${styles[gap]}`}>{children}</div>;
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}

/** The h1 of a page; takes the focus after a change of route, even if it renders late. */
export function PageHeading({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isWaitedFor = document.activeElement?.tagName === 'MAIN';
    if (isWaitedFor) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles['heading']}>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {lead && <p className={styles['lead']}>{lead}</p>}
    </div>
  );
}

export function Card({ children, as: Tag = 'div' }: { children: ReactNode; as?: CardTag }) {
  return <Tag className={styles['card']}>{children}</Tag>;
}
type CardTag = 'div' | 'section' | 'article';

export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles['prose']}>{children}</div>;
}
