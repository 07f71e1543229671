import type { Product } from '@cairn/contracts/http/hunts.ts';
import { StatusBadge } from '../../components/ui/badge.tsx';
import { LinkButton } from '../../components/ui/button.tsx';
import { Container } from '../../components/ui/layout.tsx';
import { Link } from '../../components/ui/link.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { formatDollars } from '../../lib/money.ts';
import { currentHunts, currentValue } from '../products/hunt-value.ts';
import { useHunts } from '../products/use-products.ts';
import styles from './home.module.css';

const MAX_SHOWN = 3;

export function CurrentHunts() {
  const { data: hunts, isPending } = useHunts();
  return (
    <section className={styles['section']}>
      <Container>
        <div className={styles['split']}>
          <div className={styles['intro']}>
            <h2>Current Treasure Hunts</h2>
            <p>Each prize grows with every hunter who joins.</p>
            <LinkButton to="/hunts">See the hunts</LinkButton>
          </div>
          {isPending && <IndexLoading />}
          {hunts && <HuntsIndex hunts={currentHunts(hunts)} />}
        </div>
      </Container>
    </section>
  );
}

/** Lists the first hunts like a table of contents: title, region, value. The sum is that of all. */
function HuntsIndex({ hunts }: { hunts: Product[] }) {
  const active = hunts.filter(({ status }) => status === 'active');
  const total = active.reduce((sum, hunt) => sum + currentValue(hunt), 0);
  if (hunts.length === 0) return <p>No treasure is hidden right now.</p>;
  return (
    <div className={styles['index']}>
      <ul>
        {hunts.slice(0, MAX_SHOWN).map((hunt) => (
          <li key={hunt.id} className={styles['entry']}>
            <div className={styles['line']}>
              <h3>
                <Link to={`/hunts/${hunt.handle}`}>{hunt.title}</Link>
              </h3>
              <span className={styles['leader']} aria-hidden="true" />
              <span className={styles['value']}>{formatDollars(currentValue(hunt))}</span>
            </div>
            <p className={styles['where']}>
              {hunt.region} <StatusBadge status={hunt.status} />
            </p>
          </li>
        ))}
      </ul>
      {total > 0 && (
        <p className={styles['total']}>
          <span>
            Out there right now{active.length > MAX_SHOWN && `, in ${active.length} hunts`}
          </span>
          <span className={styles['sum']}>{formatDollars(total)}</span>
        </p>
      )}
    </div>
  );
}

function IndexLoading() {
  return (
    <div className={styles['index']}>
      <LoadingLabel>Loading the hunts</LoadingLabel>
      <Skeleton height="18rem" />
    </div>
  );
}
