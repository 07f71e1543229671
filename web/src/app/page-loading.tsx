import { Page } from '../components/ui/layout.tsx';
import { LoadingLabel, Skeleton } from '../components/ui/skeleton.tsx';

export function PageLoading() {
  return (
    <Page>
      <LoadingLabel>Loading</LoadingLabel>
      <Skeleton height="3rem" width="22rem" />
      <Skeleton height="14rem" />
    </Page>
  );
}
