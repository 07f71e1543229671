import type { HuntRefunds } from '@cairn/contracts/http/hunt-cancellations.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { formatMoney } from '../../../lib/money.ts';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Fact } from '../user/account-info.tsx';
import { countOf } from './count-of.ts';
import own from './hunts.module.css';

const POLL_MS = 2_000;

/** The refunds of a hunt that is called off: progress while they are made, then the report. */
export function RefundProgress({ hunt, takesFocus }: { hunt: StaffHunt; takesFocus: boolean }) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Also scrolls: the button of the cancellation is at the end of a long page.
    if (takesFocus) section.current?.focus();
  }, [takesFocus]);
  const query = useQuery({
    ...adminQuery(
      'GET /api/admin/hunts/:id/refunds',
      { params: { id: hunt.id } },
      'hunts',
      hunt.id,
      'refunds',
    ),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : POLL_MS),
  });
  return (
    <section ref={section} className={own['group']} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>Called off</h2>
      {hunt.cancelled_at && (
        <p>
          On {formatMoment(hunt.cancelled_at)}. The members read: {hunt.cancellation_reason}
        </p>
      )}
      <Loaded query={query} failedText="Failed to fetch the refunds">
        {(refunds) => <Report refunds={refunds} />}
      </Loaded>
    </section>
  );
}

function Report({ refunds }: { refunds: HuntRefunds }) {
  const { members, pending, refunded, failed, disputed, late, open_payments, currency } = refunds;
  const total = members + pending + refunded + failed;
  return (
    <Stack>
      <LiveRegion>
        {refunds.finished_at && (
          <Notice tone="success">
            {total === 0
              ? 'There were no members: nothing is refunded.'
              : `Finished ${formatMoment(refunds.finished_at)}: ${countOf(refunded, 'refund')} made.`}
          </Notice>
        )}
      </LiveRegion>
      {!refunds.finished_at && (
        <label className={own['progress']}>
          <span>
            {refunded.toLocaleString('en-US')} of {countOf(total, 'refund')} made
          </span>
          <progress value={refunded + failed} max={Math.max(total, 1)} />
        </label>
      )}
      <dl className={styles['facts']}>
        <Fact name="Refunded">
          {countOf(refunded, 'purchase')}, {formatMoney(refunds.refunded_amount, currency)}
        </Fact>
        <Fact name="Waiting for Stripe">{members + pending}</Fact>
        <Fact name="Failed">{failed}</Fact>
        <Fact name="Disputed">{disputed}</Fact>
        <Fact name="Paid too late, refunded">{late}</Fact>
        <Fact name="Payments still open">{open_payments}</Fact>
      </dl>
      {failed + disputed > 0 && (
        <DataTable
          label="Purchases that were not refunded"
          columns={COLUMNS}
          rows={refunds.problems}
          keyOf={({ purchase_id }) => purchase_id}
          emptyText=""
        />
      )}
    </Stack>
  );
}

const COLUMNS: Column<HuntRefunds['problems'][number]>[] = [
  {
    title: 'Purchase',
    isLong: true,
    cell: ({ purchase_id, receipt_number = purchase_id, user_id }) => (
      <Link to={`/admin/user/${user_id}`}>{receipt_number}</Link>
    ),
  },
  {
    title: 'What happened',
    cell: ({ status }) =>
      status === 'disputed'
        ? 'Disputed: Stripe decides on the money.'
        : 'The bank refused the refund: find another way.',
  },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => formatMoney(amount, 'USD') },
];
