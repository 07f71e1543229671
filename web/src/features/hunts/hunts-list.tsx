import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useDeferredValue, useEffect, useId, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Row, Stack } from '../../components/ui/layout.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { LoadingLabel } from '../../components/ui/skeleton.tsx';
import { useHunts } from '../products/use-products.ts';
import { useSession } from '../session/use-session.ts';
import { EndedHunts } from './ended-hunts.tsx';
import { HuntCard } from './hunt-card.tsx';
import { HuntCardLoading } from './hunt-card-loading.tsx';
import styles from './hunts-list.module.css';
import { ListFilters } from './list-filters.tsx';
import { arrangeHunts, type ListView, regionsOf } from './list-view.ts';
import { useListView } from './use-list-view.ts';

/** Up to this many hunts need no filters. */
const FEW = 3;

type Joining = { onJoined: (hunt: Product) => void };

export function HuntsList({ onJoined }: Joining) {
  // Mounts the drawings in small steps, so that a slow phone stays responsive.
  const { data: hunts, isPending, refetch, isFetching } = useDeferredValue(useHunts());
  if (isPending) return <HuntsLoading />;
  if (!hunts) return <HuntsFailed onRetry={() => void refetch()} isBusy={isFetching} />;
  if (hunts.length === 0) {
    return <Notice>No treasure is hidden right now. The next hunt will be shown here.</Notice>;
  }
  return <ArrangedHunts hunts={hunts} onJoined={onJoined} />;
}

function ArrangedHunts({ hunts, onJoined }: Joining & { hunts: Product[] }) {
  const { view, change } = useListView();
  const { active, upcoming, ended, total, pages, page } = arrangeHunts(hunts, view);
  const isFiltered = view.region !== '' || view.status !== '';
  return (
    <Stack gap="large">
      {hunts.length > FEW && (
        <ListFilters view={view} regions={regionsOf(hunts)} onChange={change} />
      )}
      <LiveRegion>
        {isFiltered && (
          <FilterResult total={total} onClear={() => change({ region: '', status: '' })} />
        )}
      </LiveRegion>
      <Group title="Active hunts" hunts={active} onJoined={onJoined} />
      <Group title="Upcoming hunts" hunts={upcoming} onJoined={onJoined} />
      {pages > 1 && <Pages page={page} pages={pages} onChange={change} />}
      {ended.length > 0 && (
        <EndedHunts
          key={view.status}
          hunts={ended}
          isOpen={view.status === 'complete' || ended.length === hunts.length}
        />
      )}
    </Stack>
  );
}

function Group({ title, hunts, onJoined }: Joining & { title: string; hunts: Product[] }) {
  const { user } = useSession();
  const id = useId();
  if (hunts.length === 0) return null;
  return (
    <section className={styles['group']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hunts.map((hunt) => (
        <HuntCard
          key={hunt.id}
          hunt={hunt}
          isMember={user?.products.includes(hunt.id) ?? false}
          onJoined={onJoined}
        />
      ))}
    </section>
  );
}

function FilterResult({ total, onClear }: { total: number; onClear: () => void }) {
  return (
    <Row>
      <p>{total === 0 ? 'No hunt matches.' : `${total} ${total === 1 ? 'hunt' : 'hunts'}`}</p>
      <Button variant="quiet" onClick={onClear}>
        Show all hunts
      </Button>
    </Row>
  );
}

type PagesProps = {
  page: number;
  pages: number;
  onChange: (changes: Partial<ListView>) => void;
};

function Pages({ page, pages, onChange }: PagesProps) {
  const last = useRef(page);
  useEffect(() => {
    if (last.current !== page) window.scrollTo(0, 0);
    last.current = page;
  }, [page]);
  return (
    <nav className={styles['pager']} aria-label="Pages of hunts">
      <Button disabled={page <= 1} onClick={() => onChange({ page: page - 1 })}>
        Previous
      </Button>
      <p role="status">
        Page {page} of {pages}
      </p>
      <Button disabled={page >= pages} onClick={() => onChange({ page: page + 1 })}>
        Next
      </Button>
    </nav>
  );
}

function HuntsLoading() {
  return (
    <Stack gap="large">
      <LoadingLabel>Loading the hunts</LoadingLabel>
      <HuntCardLoading />
      <HuntCardLoading />
    </Stack>
  );
}

export function HuntsFailed({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <Stack>
      <Notice tone="error">The hunts could not be loaded.</Notice>
      <div>
        <Button variant="quiet" onClick={onRetry} isBusy={isBusy}>
          Try again
        </Button>
      </div>
    </Stack>
  );
}
