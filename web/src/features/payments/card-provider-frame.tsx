import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { DialogActions } from '../../components/ui/dialog.tsx';
import { Stack } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { cardProviderQuery } from './load-stripe.ts';
import styles from './payments.module.css';

/** Loads the card provider's script and shows an error if that fails. */
export function CardProviderFrame(props: { children: ReactNode; onCancel: () => void }) {
  const { data, isPending, isFetching, refetch } = useQuery(cardProviderQuery);
  if (data) {
    return (
      <Elements stripe={data.stripe}>
        {data.isSandbox && <SandboxHint />}
        {props.children}
      </Elements>
    );
  }
  if (isPending) {
    return (
      <Stack>
        <LoadingLabel>Loading the card form</LoadingLabel>
        <Skeleton height="3.25rem" />
        <Skeleton height="3rem" />
      </Stack>
    );
  }
  return (
    <Stack>
      <Notice tone="error">The card form could not be loaded. Nothing was charged.</Notice>
      <DialogActions>
        <Button onClick={() => void refetch()} isBusy={isFetching}>
          Try again
        </Button>
        <Button variant="quiet" onClick={props.onCancel}>
          Cancel
        </Button>
      </DialogActions>
    </Stack>
  );
}

function SandboxHint() {
  return (
    <p className={styles['sandbox']}>
      Test mode, no money moves. Card <span>4242 4242 4242 4242</span>, any date to come, any CVC.
    </p>
  );
}
