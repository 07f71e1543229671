import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useId } from 'react';
import { RegionPlate } from '../../components/art/region-plate.tsx';
import { StatusBadge } from '../../components/ui/badge.tsx';
import { Figure } from '../../components/ui/figure.tsx';
import { Link } from '../../components/ui/link.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { formatDollars } from '../../lib/money.ts';
import { SearchArea } from '../map/search-area.tsx';
import { currentValue, valueNote } from '../products/hunt-value.ts';
import { HuntActions } from './hunt-actions.tsx';
import styles from './hunt-card.module.css';

type Props = { hunt: Product; isMember: boolean; onJoined: (hunt: Product) => void };

export function HuntCard({ hunt, isMember, onJoined }: Props) {
  const titleId = useId();
  const [cover] = hunt.images;
  return (
    <article className={styles['card']} aria-labelledby={titleId}>
      <div className={styles['map']}>
        {cover ? (
          <img className={styles['cover']} src={cover.src} alt={cover.alt} loading="lazy" />
        ) : (
          <RegionPlate handle={hunt.handle} />
        )}
      </div>
      <div className={styles['body']}>
        <div className={styles['head']}>
          <p className={styles['region']}>{hunt.region}</p>
          <StatusBadge status={hunt.status} />
        </div>
        <h3 id={titleId} className={styles['title']}>
          <Link to={`/hunts/${hunt.handle}`}>{hunt.title}</Link>
        </h3>
        <p className={styles['description']}>{hunt.description}</p>
        {hunt.search_area && !hasEnded(hunt) && (
          <SearchArea
            area={hunt.search_area}
            previous={hunt.previous_search_areas ?? []}
            hunt={hunt}
          />
        )}
        <div className={styles['foot']}>
          <dl>
            <Figure label="Current Value" note={valueNote(hunt)} isLarge>
              {formatDollars(currentValue(hunt))}
            </Figure>
          </dl>
          <HuntActions hunt={hunt} isMember={isMember} onJoined={onJoined} />
        </div>
        {hunt.status === 'active' && (
          <Link className={styles['claim']} to={`/hunt/${hunt.handle}/claim`}>
            Found the box?<VisuallyHidden> Claim {hunt.title}</VisuallyHidden>
          </Link>
        )}
      </div>
    </article>
  );
}

function hasEnded({ status }: Product): boolean {
  return status === 'complete' || status === 'cancelled';
}
