import type { ComparedCharges, OverviewDays } from '@cairn/contracts/http/staff-overview.ts';
import { formatDollars } from '../../../lib/money.ts';
import { Loaded } from '../ui/loaded.tsx';
import { describeAge, describeChange } from './describe-change.ts';
import { Tile, Tiles } from './tile.tsx';
import type { Overview } from './use-overview.ts';

type Props<Owner extends keyof Overview> = { query: Overview[Owner]; days: OverviewDays };

const plain = (value: number) => value.toLocaleString('en-US');

export function PaymentTiles({ query, days }: Props<'payments'>) {
  return (
    <Loaded query={query} failedText="Failed to fetch the payments">
      {({ sales, refunds, disputes, unsettled, from, to }) => {
        const listOf = (filter: string) => `/admin?tab=purchases&${filter}from=${from}&to=${to}`;
        const amount = ({ current, previous }: ComparedCharges) => ({
          value: formatDollars(current.amount),
          note: describeChange(current.amount, previous.amount, { days, format: formatDollars }),
        });
        const count = ({ current, previous }: ComparedCharges) =>
          describeChange(current.count, previous.count, { days, format: plain });
        return (
          <Tiles>
            <Tile label="Sales" to={listOf('status=accepted&')} {...amount(sales)} />
            <Tile
              label="Joins"
              to={listOf('status=accepted&')}
              value={plain(sales.current.count)}
              note={count(sales)}
            />
            <Tile
              label="Refunds"
              to={listOf('status=accepted&day_of=refund&')}
              {...amount(refunds)}
            />
            <Tile
              label="Disputes"
              to={listOf('day_of=dispute&')}
              value={plain(disputes.current.count)}
              note={count(disputes)}
              isBad={disputes.current.count > 0}
            />
            <Tile
              label="Money not settled"
              to="/admin?tab=purchases&status=unsettled"
              value={formatDollars(unsettled.amount)}
              note={`${plain(unsettled.count)} ${unsettled.count === 1 ? 'purchase' : 'purchases'} now`}
            />
          </Tiles>
        );
      }}
    </Loaded>
  );
}

export function AccountTiles({ query, days }: Props<'accounts'>) {
  return (
    <Loaded query={query} failedText="Failed to fetch the accounts">
      {({ new_accounts: { current, previous }, from, to }) => (
        <Tiles>
          <Tile
            label="New accounts"
            to={`/admin?from=${from}&to=${to}`}
            value={plain(current)}
            note={describeChange(current, previous, { days, format: plain })}
          />
        </Tiles>
      )}
    </Loaded>
  );
}

export function MessageTiles({ query, days }: Props<'messages'>) {
  return (
    <Loaded query={query} failedText="Failed to fetch the messages">
      {({ failed_deliveries: { current, previous }, open_messages, from, to }) => (
        <Tiles>
          <Tile
            label="Failed deliveries"
            to={`/admin?tab=deliveries&state=failed&from=${from}&to=${to}`}
            value={plain(current)}
            note={describeChange(current, previous, { days, format: plain })}
            isBad={current > 0}
          />
          <Tile
            label="Open messages"
            to="/admin?tab=messages"
            value={plain(open_messages.count)}
            note={`The oldest waits: ${describeAge(open_messages.oldest_seconds)}`}
          />
        </Tiles>
      )}
    </Loaded>
  );
}

export function HuntTiles({ query }: Pick<Props<'hunts'>, 'query'>) {
  return (
    <Loaded query={query} failedText="Failed to fetch the hunts">
      {({ open_claims, active_hunts, prize, scheduled_releases }) => (
        <Tiles>
          <Tile
            label="Open claims"
            to="/admin?tab=claims&state=open"
            value={plain(open_claims.count)}
            note={`The oldest waits: ${describeAge(open_claims.oldest_seconds)}`}
            isBad={open_claims.count > 0}
          />
          <Tile
            label="Active hunts"
            to="/admin?tab=hunts&status=active"
            value={plain(active_hunts)}
          />
          <Tile
            label="Prize of the active hunts"
            to="/admin?tab=hunts&status=active"
            value={formatDollars(prize)}
          />
          <Tile label="Scheduled releases" to="/admin?tab=plan" value={plain(scheduled_releases)} />
        </Tiles>
      )}
    </Loaded>
  );
}
