import { formatDollars } from '../../../lib/money.ts';
import { Loaded } from '../ui/loaded.tsx';
import styles from './overview.module.css';
import { TrendChart } from './trend-chart.tsx';
import { useTrends } from './use-overview.ts';

const plain = (value: number) => value.toLocaleString('en-US');

/** Sales, members and prize of each hunt over 30 days. */
export function Trends() {
  const { sales, hunts } = useTrends();
  return (
    <div className={styles['charts']}>
      <Loaded query={sales} failedText="Failed to fetch the sales per day">
        {({ days, ...period }) => (
          <TrendChart
            title="Sales per day"
            points={days.map(({ amount, ...day }) => ({ ...day, value: amount }))}
            period={period}
            format={formatDollars}
          />
        )}
      </Loaded>
      <Loaded query={hunts} failedText="Failed to fetch members and prizes">
        {({ days, ...period }) => (
          <>
            <TrendChart
              title="Members"
              points={days.map(({ members, ...day }) => ({ ...day, value: members }))}
              period={period}
              format={plain}
            />
            <TrendChart
              title="Prize"
              points={days.map(({ prize, ...day }) => ({ ...day, value: prize }))}
              period={period}
              format={formatDollars}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}
