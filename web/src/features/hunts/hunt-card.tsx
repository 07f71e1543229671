import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useId } from 'react';
import { Terrain } from '../../components/art/terrain.tsx';
import { StatusBadge } from '../../components/ui/badge.tsx';
import { Figure } from '../../components/ui/figure.tsx';
import { formatDollars } from '../../lib/money.ts';
import { HuntActions } from './hunt-actions.tsx';
import styles from './hunt-card.module.css';
import { currentValue } from './hunt-value.ts';

type Props = { hunt: Product; isMember: boolean; onJoined: (hunt: Product) => void };

export function HuntCard({ hunt, isMember, onJoined }: Props) {
  const titleId = useId();
  return (
    <article className={styles['card']} aria-labelledby={titleId}>
      <div className={styles['map']}>
        <Terrain seed={hunt.handle} />
      </div>
      <div className={styles['body']}>
        <div className={styles['head']}>
          <p className={styles['region']}>{hunt.region}</p>
          <StatusBadge status={hunt.status} />
        </div>
        <h2 id={titleId}>{hunt.title}</h2>
        <p className={styles['description']}>{hunt.description}</p>
        <div className={styles['foot']}>
          <dl>
            <Figure label="Current Value" note={noteOn(hunt)} isLarge>
              {formatDollars(currentValue(hunt))}
            </Figure>
          </dl>
          <HuntActions hunt={hunt} isMember={isMember} onJoined={onJoined} />
        </div>
      </div>
    </article>
  );
}

/** What is found grows no more. */
function noteOn({ status }: Product): string | undefined {
  return status === 'complete' ? undefined : 'Increases with every purchase!';
}
