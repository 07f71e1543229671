import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Row, Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { LoadingLabel, Skeleton } from '../../../components/ui/skeleton.tsx';

type Props<Data> = {
  query: UseQueryResult<Data>;
  /** Shown on an error: `Failed to fetch accounts`. */
  failedText: string;
  children: (data: Data) => ReactNode;
};

/**
 * Shows the data, a loading state or an error. After a failed refetch the old data stays, because it may hold
 * a form with unsaved input.
 */
export function Loaded<Data>({ query, failedText, children }: Props<Data>) {
  const { data, isError, isFetching, refetch } = query;
  if (query.isPending) return <PanelLoading />;
  return (
    <Stack>
      {isError && (
        <>
          <Notice tone="error">{failedText}</Notice>
          <Row>
            <Button variant="quiet" isBusy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Row>
        </>
      )}
      {data !== undefined && children(data)}
    </Stack>
  );
}

export function PanelLoading() {
  return (
    <Stack>
      <LoadingLabel>Loading</LoadingLabel>
      <Skeleton height="3rem" width="24rem" />
      <Skeleton height="16rem" />
    </Stack>
  );
}
