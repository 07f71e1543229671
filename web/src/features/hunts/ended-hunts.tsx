import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useState } from 'react';
import { StatusBadge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Link } from '../../components/ui/link.tsx';
import { formatDollars } from '../../lib/money.ts';
import { currentValue } from '../products/hunt-value.ts';
import styles from './hunts-list.module.css';

const FIRST = 20;

type Props = { hunts: Product[]; isOpen: boolean };

/** Completed and cancelled hunts as rows, folded unless they were asked for. */
export function EndedHunts({ hunts, isOpen }: Props) {
  const [count, setCount] = useState(FIRST);
  return (
    <details className={styles['ended']} open={isOpen}>
      <summary>
        <h2>Past hunts ({hunts.length})</h2>
      </summary>
      <ul>
        {hunts.slice(0, count).map((hunt) => (
          <li key={hunt.id} className={styles['row']}>
            <div>
              <h3 className={styles['row-title']}>
                <Link to={`/hunts/${hunt.handle}`}>{hunt.title}</Link>
              </h3>
              <p className={styles['row-region']}>{hunt.region}</p>
            </div>
            <p className={styles['row-value']}>{formatDollars(currentValue(hunt))}</p>
            <StatusBadge status={hunt.status} />
          </li>
        ))}
      </ul>
      {hunts.length > count && (
        <Button variant="quiet" onClick={() => setCount(count + FIRST)}>
          Show more past hunts
        </Button>
      )}
    </details>
  );
}
