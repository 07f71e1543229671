import type { Product } from '@cairn/contracts/http/hunts.ts';
import { RegionPlate } from '../../components/art/region-plate.tsx';
import { StatusBadge } from '../../components/ui/badge.tsx';
import { Figure } from '../../components/ui/figure.tsx';
import { Link } from '../../components/ui/link.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { formatDollars } from '../../lib/money.ts';
import { HuntActions } from '../hunts/hunt-actions.tsx';
import { currentValue, valueNote } from '../products/hunt-value.ts';
import { useSession } from '../session/use-session.ts';
import styles from './public-hunt.module.css';

type Props = { hunt: Product; isJoining: boolean; onJoined: (hunt: Product) => void };

/** What the hunt is worth and costs, and the button to join it. */
export function HuntSummary({ hunt, isJoining, onJoined }: Props) {
  const { user, token, isSignedIn } = useSession();
  const isMember = user?.products.includes(hunt.id) ?? false;
  const isSessionLoaded = !token || user !== undefined;
  return (
    <div className={styles['summary']}>
      <div className={styles['picture']}>
        <RegionPlate handle={hunt.handle} />
      </div>
      <div className={styles['facts']}>
        <dl className={styles['figures']}>
          <Figure label="Current Value" note={valueNote(hunt)} isLarge>
            {formatDollars(currentValue(hunt))}
          </Figure>
          <Figure label="Price">{formatDollars(hunt.price_amount)}</Figure>
          <Figure label="Status">
            <StatusBadge status={hunt.status} />
          </Figure>
          <Figure label="Hunters">{hunt.participants.toLocaleString('en-US')}</Figure>
        </dl>
        {isSessionLoaded && (
          <HuntActions
            hunt={hunt}
            isMember={isMember}
            onJoined={onJoined}
            isPaymentOpen={isJoining && isSignedIn && !isMember && hunt.status === 'active'}
          />
        )}
        {hunt.status === 'active' && (
          <Link className={styles['claim']} to={`/hunt/${hunt.handle}/claim`}>
            Found the box?<VisuallyHidden> Claim {hunt.title}</VisuallyHidden>
          </Link>
        )}
      </div>
    </div>
  );
}
