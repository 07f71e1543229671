import { overviewDays } from '@cairn/contracts/http/staff-overview.ts';
import { type ReactNode, useId } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import adminStyles from '../ui/admin.module.css';
import { FilterSelect } from '../ui/filters.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { NextReleases } from './next-releases.tsx';
import styles from './overview.module.css';
import { QueueAges } from './queue-ages.tsx';
import { AccountTiles, HuntTiles, MessageTiles, PaymentTiles } from './tiles.tsx';
import { Trends } from './trends.tsx';
import { useOverview } from './use-overview.ts';

/** The state of everything, with each number leading to its list. Refetched while it is open. */
export function OverviewPanel() {
  const { get, set } = useUrlState();
  const days = overviewDays.catch('7').parse(get('days'));
  const overview = useOverview(days);
  return (
    <Stack gap="large">
      <div className={adminStyles['filters']}>
        <FilterSelect
          label="Period"
          value={days}
          onChoose={(next) => set({ days: next === '7' ? '' : next })}
        >
          <option value="1">Today</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
        </FilterSelect>
        <p className={styles['note']}>
          Days are in UTC and include today. The period before ends at the same time of day.
        </p>
      </div>
      <Section title="Money">
        <PaymentTiles query={overview.payments} days={days} />
      </Section>
      <Section title="Hunts">
        <HuntTiles query={overview.hunts} />
      </Section>
      <Section title="People and messages">
        <div className={styles['pair']}>
          <AccountTiles query={overview.accounts} days={days} />
          <MessageTiles query={overview.messages} days={days} />
        </div>
      </Section>
      <Section title="The last 30 days">
        <Trends />
      </Section>
      <Section title="Next releases">
        <NextReleases query={overview.hunts} />
      </Section>
      <Section title="Queues">
        <QueueAges overview={overview} />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Stack>
        <h2 id={titleId}>{title}</h2>
        {children}
      </Stack>
    </section>
  );
}
