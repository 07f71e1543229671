import type { ReactNode } from 'react';
import { Page } from './ui/layout.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import styles from './ui/visually-hidden.module.css';

type Props = { label?: string; children?: ReactNode };

/** Stands where a page comes: with a title and a heading, for those who hear what is there. */
export function PageLoading({ label = 'Loading', children }: Props) {
  return (
    <Page>
      <title>Cairn</title>
      <LoadingHeading>{label}</LoadingHeading>
      {children ?? (
        <>
          <Skeleton height="3rem" width="22rem" />
          <Skeleton height="14rem" />
        </>
      )}
    </Page>
  );
}

/** Takes the focus after a change of route, and hands it on to the heading that takes its place. */
export function LoadingHeading({ children }: { children: string }) {
  return (
    <h1 className={styles['hidden']} tabIndex={-1}>
      {children}
    </h1>
  );
}
