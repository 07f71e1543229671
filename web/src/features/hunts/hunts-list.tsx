import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useDeferredValue } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Stack } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { LoadingLabel } from '../../components/ui/skeleton.tsx';
import { useSession } from '../session/use-session.ts';
import { HuntCard } from './hunt-card.tsx';
import { HuntCardLoading } from './hunt-card-loading.tsx';
import { useHunts } from './use-products.ts';

export function HuntsList({ onJoined }: { onJoined: (hunt: Product) => void }) {
  // Mounts the drawings in small steps, so that a slow phone stays responsive.
  const { data: hunts, isPending, refetch, isFetching } = useDeferredValue(useHunts());
  const { user } = useSession();
  if (isPending) return <HuntsLoading />;
  if (!hunts) return <HuntsFailed onRetry={() => void refetch()} isBusy={isFetching} />;
  if (hunts.length === 0) {
    return <Notice>No treasure is hidden right now. The next hunt will be shown here.</Notice>;
  }
  return (
    <Stack gap="large">
      {hunts.map((hunt) => (
        <HuntCard
          key={hunt.id}
          hunt={hunt}
          isMember={user?.products.includes(hunt.id) ?? false}
          onJoined={onJoined}
        />
      ))}
    </Stack>
  );
}

function HuntsLoading() {
  return (
    <Stack gap="large">
      <LoadingLabel>Loading the hunts</LoadingLabel>
      <HuntCardLoading />
      <HuntCardLoading />
    </Stack>
  );
}

export function HuntsFailed({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <Stack>
      <Notice tone="error">The hunts could not be loaded.</Notice>
      <div>
        <Button variant="quiet" onClick={onRetry} isBusy={isBusy}>
          Try again
        </Button>
      </div>
    </Stack>
  );
}
