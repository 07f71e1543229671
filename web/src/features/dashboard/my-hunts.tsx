import type { Product } from '@cairn/contracts/http/hunts.ts';
import { Pile } from '../../components/art/mark.tsx';
import { RegionPlate } from '../../components/art/region-plate.tsx';
import { StatusBadge } from '../../components/ui/badge.tsx';
import { LinkButton } from '../../components/ui/button.tsx';
import { Row, Stack } from '../../components/ui/layout.tsx';
import { Link } from '../../components/ui/link.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { HuntsFailed } from '../hunts/hunts-list.tsx';
import { useHunts } from '../products/use-products.ts';
import { useSession } from '../session/use-session.ts';
import styles from './dashboard.module.css';

export function MyHunts() {
  const { user } = useSession();
  const { data: hunts, isPending, isFetching, refetch } = useHunts();
  const joined = hunts?.filter(({ id }) => user?.products.includes(id));
  return (
    <section>
      <Stack>
        <h2>My Hunts{user && joined ? ` (${joined.length})` : ''}</h2>
        {isPending || (hunts && !user) ? <MyHuntsLoading /> : null}
        {!isPending && !hunts && <HuntsFailed onRetry={() => void refetch()} isBusy={isFetching} />}
        {user && joined && <JoinedHunts hunts={joined} />}
        <Row>
          <LinkButton to="/hunts" variant="quiet">
            View All Hunts
          </LinkButton>
          <Link to="/faq" className={styles['faq']}>
            FAQ
          </Link>
        </Row>
      </Stack>
    </section>
  );
}

function JoinedHunts({ hunts }: { hunts: Product[] }) {
  if (hunts.length === 0) {
    return (
      <div className={styles['none']}>
        <Pile stones={1} />
        <p>
          You have not joined a hunt yet. The <Link to="/hunts">Hunts page</Link> shows every
          treasure that is out there.
        </p>
      </div>
    );
  }
  return (
    <ul className={styles['hunts']}>
      {hunts.map((hunt) => (
        <li key={hunt.id} className={styles['hunt']}>
          <div className={styles['map']}>
            <RegionPlate handle={hunt.handle} />
          </div>
          <div className={styles['text']}>
            <div className={styles['head']}>
              <h3>{hunt.title}</h3>
              <StatusBadge status={hunt.status} />
            </div>
            <p>{hunt.description}</p>
            <Row>
              <LinkButton to={`/hunt/${hunt.handle}`} aria-label={`View Details of ${hunt.title}`}>
                View Details
              </LinkButton>
            </Row>
          </div>
        </li>
      ))}
    </ul>
  );
}

function MyHuntsLoading() {
  return (
    <>
      <LoadingLabel>Loading your hunts</LoadingLabel>
      <Skeleton height="12rem" />
    </>
  );
}
