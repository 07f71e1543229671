import { Container } from '../../components/ui/layout.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useConnectionState } from '../../lib/connection-state.ts';
import styles from './connection-notice.module.css';
import { useSession } from './use-session.ts';

/** Explains why the displayed data may be stale. */
export function ConnectionNotice() {
  const connection = useConnectionState();
  const { token } = useSession();
  return (
    <LiveRegion>
      {connection !== 'ok' && (
        <div className={styles['band']}>
          <Container>
            <Notice>
              {TEXTS[connection]} {token ? 'You stay logged in, and we' : 'We'} try again by
              ourselves.
            </Notice>
          </Container>
        </div>
      )}
    </LiveRegion>
  );
}

const TEXTS = {
  offline: 'You are offline.',
  unavailable: 'Cairn cannot be reached just now.',
};
