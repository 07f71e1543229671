import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../lib/dates.ts';
import { HUNT_DATA_KEY } from '../../lib/query-keys.ts';
import { useNow } from '../../lib/use-now.ts';
import styles from './hunt-page.module.css';
import { remainingParts } from './timer-parts.ts';

/** Shows the time of the next release without its content, and announces it when it is out. */
export function NextRelease({ hunt }: { hunt: HuntData }) {
  const notice = useReleaseNotice(hunt);
  const isOpen = hunt.status === 'active';
  return (
    <>
      <p className={styles['notice']} role="status">
        {notice}
      </p>
      {isOpen && hunt.next_release_at && <Countdown at={hunt.next_release_at} />}
    </>
  );
}

function Countdown({ at }: { at: string }) {
  const queryClient = useQueryClient();
  const moment = Date.parse(at);
  const now = useNow(moment);
  const isDue = now >= moment;
  useEffect(() => {
    if (!isDue) return;
    // Spreads the refetches of all waiting clients over two seconds.
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: HUNT_DATA_KEY }),
      500 + Math.random() * 1_500,
    );
    return () => clearTimeout(timer);
  }, [isDue, queryClient]);
  const { days, hours, minutes, seconds } = remainingParts(moment, now);
  return (
    <section className={styles['next']}>
      <h2>Next release</h2>
      <p className={styles['countdown']} role="timer" aria-label="Time until the next release">
        {isDue
          ? 'Any moment now'
          : `${days > 0 ? `${days} d ` : ''}${hours} h ${minutes} min ${seconds} s`}
      </p>
      <p>
        <time dateTime={at}>{formatMoment(at)}</time>, for everyone at the same moment.
      </p>
    </section>
  );
}

/** Announces releases that arrived while the page was open. */
function useReleaseNotice({ handle, clues, updates }: HuntData): string {
  const count = clues.length + updates.length;
  const seen = useRef({ handle, count });
  const [notice, setNotice] = useState('');
  useEffect(() => {
    const isMore = seen.current.handle === handle && count > seen.current.count;
    if (isMore) setNotice('Something new has just come out: see below.');
    seen.current = { handle, count };
  }, [handle, count]);
  return notice;
}
