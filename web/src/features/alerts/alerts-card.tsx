import type { OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card, Row, Stack } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { AlertList } from './alert-list.tsx';
import styles from './alerts.module.css';
import { PhoneSetting } from './phone-setting.tsx';
import { SuppressionNotices } from './suppression-notices.tsx';
import { useAlerts } from './use-alerts.ts';

/** The user's alert preferences for each hunt and channel. */
export function AlertsCard({ email }: { email?: string }) {
  const { data: own, isPending, isFetching, refetch } = useAlerts();
  return (
    <section>
      <Stack>
        <h2>Alerts</h2>
        {isPending && <AlertsLoading />}
        {!isPending && !own && <AlertsFailed onRetry={() => void refetch()} isBusy={isFetching} />}
        {own && <Settings own={own} email={email} />}
      </Stack>
    </section>
  );
}

function Settings({ own, email }: { own: OwnAlerts; email?: string }) {
  return (
    <Card>
      <Stack>
        <p className={styles['lead']}>
          When a clue or an update comes out, or the treasure is found, we notify you at once.
        </p>
        <SuppressionNotices own={own} email={email} />
        <AlertList own={own} />
        <PhoneSetting own={own} />
      </Stack>
    </Card>
  );
}

function AlertsFailed({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <Stack>
      <Notice tone="error">Your alerts could not be loaded.</Notice>
      <Row>
        <Button variant="quiet" onClick={onRetry} isBusy={isBusy}>
          Try again
        </Button>
      </Row>
    </Stack>
  );
}

function AlertsLoading() {
  return (
    <>
      <LoadingLabel>Loading your alerts</LoadingLabel>
      <Skeleton height="10rem" />
    </>
  );
}
