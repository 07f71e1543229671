import { Container } from '../../components/ui/layout.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import styles from './reach-notice.module.css';
import { useReach } from './use-reach.ts';
import { useSession } from './use-session.ts';

/** Says calmly why things may be out of date. */
export function ReachNotice() {
  const reach = useReach();
  const { token } = useSession();
  return (
    <LiveRegion>
      {reach !== 'fine' && (
        <div className={styles['band']}>
          <Container>
            <Notice>
              {TEXTS[reach]} {token ? 'You stay logged in, and we' : 'We'} try again by ourselves.
            </Notice>
          </Container>
        </div>
      )}
    </LiveRegion>
  );
}

const TEXTS = {
  offline: 'You are offline.',
  away: 'Cairn cannot be reached just now.',
};
