import { Container } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import styles from './reach-notice.module.css';
import { useSession } from './use-session.ts';

/** Says calmly why things may be out of date, while the session stays. */
export function ReachNotice() {
  const { reach } = useSession();
  if (reach !== 'offline' && reach !== 'away') return null;
  return (
    <div className={styles['band']}>
      <Container>
        <Notice>{TEXTS[reach]}</Notice>
      </Container>
    </div>
  );
}

const TEXTS = {
  offline: 'You are offline. You stay logged in, and we try again by ourselves.',
  away: 'Cairn cannot be reached just now. You stay logged in, and we try again by ourselves.',
};
