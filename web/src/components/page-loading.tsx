import type { ReactNode } from 'react';
import { Page } from './ui/layout.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import styles from './ui/visually-hidden.module.css';

type Props = { label?: string; children?: ReactNode };

/** Placeholder of a loading page, with a title and a heading for screen readers; higher than a phone's window. */
export function PageLoading({ label = 'Loading', children }: Props) {
  return (
    <Page>
      <title>Cairn</title>
      <LoadingHeading>{label}</LoadingHeading>
      {children ?? (
        <>
          <Skeleton height="3rem" width="22rem" />
          <Skeleton height="45rem" />
        </>
      )}
    </Page>
  );
}

/** Takes the focus after a change of route and passes it to the page's heading. */
export function LoadingHeading({ children }: { children: string }) {
  return (
    <h1 className={styles['hidden']} tabIndex={-1}>
      {children}
    </h1>
  );
}
