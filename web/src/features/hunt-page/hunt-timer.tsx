import { useNow } from '../../lib/use-now.ts';
import styles from './hunt-page.module.css';
import { timerParts } from './timer-parts.ts';

/** Counts up every second from the moment the treasure was hidden. */
export function HuntTimer({ hiddenAt }: { hiddenAt: string }) {
  const start = Date.parse(hiddenAt);
  const { days, hours, minutes, seconds } = timerParts(start, useNow(start));
  const parts = [
    { unit: 'days', text: String(days) },
    { unit: 'hours', text: twoDigits(hours) },
    { unit: 'minutes', text: twoDigits(minutes) },
    { unit: 'seconds', text: twoDigits(seconds) },
  ];
  return (
    <div className={styles['timer']} role="timer" aria-label="Hunt Duration">
      {parts.map(({ unit, text }) => (
        <span key={unit} className={styles['part']}>
          <span>{text}</span> <span className={styles['unit']}>{unit}</span>
        </span>
      ))}
    </div>
  );
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
