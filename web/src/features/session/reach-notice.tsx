import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Container } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import styles from './reach-notice.module.css';
import { SESSION_KEY, useSession } from './use-session.ts';

const RETRY_MS = 10_000;

/** Says calmly why things may be out of date, while the session stays, and asks again. */
export function ReachNotice() {
  const { reach } = useSession();
  const isSilent = reach === 'offline' || reach === 'away';
  useAskingAgain(isSilent);
  if (!isSilent) return null;
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

function useAskingAgain(isSilent: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isSilent) return;
    const timer = setInterval(
      () => queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
      RETRY_MS,
    );
    return () => clearInterval(timer);
  }, [isSilent, queryClient]);
}
