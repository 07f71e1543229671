import type { Product } from '@cairn/contracts/http/hunts.ts';
import { StatusBadge } from '../../components/ui/badge.tsx';
import { Figure } from '../../components/ui/figure.tsx';
import { formatDollars } from '../../lib/money.ts';
import { currentValue } from '../products/hunt-value.ts';
import styles from './hunt-page.module.css';
import { HuntTimer } from './hunt-timer.tsx';

export function HuntBanner({ hunt }: { hunt: Product }) {
  const isRunning = hunt.status === 'active' && hunt.hidden_at !== null;
  return (
    <dl className={styles['banner']}>
      <Figure label="Current Value" isLarge>
        {formatDollars(currentValue(hunt))}
      </Figure>
      <Figure label="Status">
        <StatusBadge status={hunt.status} />
      </Figure>
      {isRunning && hunt.hidden_at && (
        <Figure label="Hunt Duration" isLarge>
          <HuntTimer hiddenAt={hunt.hidden_at} />
        </Figure>
      )}
    </dl>
  );
}
