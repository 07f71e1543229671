import { formatDollars } from '../../../lib/money.ts';
import { Loaded } from '../ui/loaded.tsx';
import styles from './overview.module.css';
import { TrendChart } from './trend-chart.tsx';
import { listSeries, type Point } from './trend-series.ts';
import { useTrends } from './use-overview.ts';

const plain = (value: number) => value.toLocaleString('en-US');

/** Sales, members and prize of each hunt over 30 days. */
export function Trends() {
  const { sales, hunts: trend } = useTrends();
  const sold = (sales.data?.days ?? []).map(({ amount, ...day }) => ({ ...day, value: amount }));
  const members = (trend.data?.days ?? []).map(({ members, ...day }) => ({
    ...day,
    value: members,
  }));
  const hunts = listHunts(members, sold);
  return (
    <div className={styles['charts']}>
      <Loaded query={sales} failedText="Failed to fetch the sales per day">
        {(period) => (
          <TrendChart
            title="Sales per day"
            {...{ hunts, period }}
            points={sold}
            format={formatDollars}
          />
        )}
      </Loaded>
      <Loaded query={trend} failedText="Failed to fetch the members per day">
        {(period) => (
          <TrendChart title="Members" {...{ hunts, period }} points={members} format={plain} />
        )}
      </Loaded>
      <Loaded query={trend} failedText="Failed to fetch the prizes per day">
        {({ days, ...period }) => (
          <TrendChart
            title="Prize"
            {...{ hunts, period }}
            points={days.map(({ prize, ...day }) => ({ ...day, value: prize }))}
            format={formatDollars}
          />
        )}
      </Loaded>
    </div>
  );
}

/** Those with the most members first, then those that only the sales have. */
function listHunts(members: readonly Point[], sales: readonly Point[]) {
  const hunts = [...listSeries(members), ...listSeries(sales)];
  return hunts.filter(({ id }, index) => hunts.findIndex((hunt) => hunt.id === id) === index);
}
