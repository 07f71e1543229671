import type { Purchase } from '@cairn/contracts/http/back-office.ts';
import type { StaffPurchase } from '@cairn/contracts/http/staff-purchases.ts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { PurchaseBadge } from '../../purchases/purchase-status.tsx';
import styles from '../ui/admin.module.css';
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { priceText } from '../user/price-text.ts';
import { RefundDialog } from '../user/refund-dialog.tsx';
import { RefundOutcome } from '../user/refund-outcome.tsx';
import { describeRefund } from './describe-refund.ts';

type Props = { purchases: StaffPurchase[]; sorting: Sorting; isStale: boolean };

export function AllPurchasesTable({ purchases, sorting, isStale }: Props) {
  const [confirming, setConfirming] = useState<StaffPurchase | null>(null);
  const [refunded, setRefunded] = useState<Purchase | null>(null);
  const actions: Column<StaffPurchase> = {
    title: 'Actions',
    cell: (purchase) =>
      purchase.status === 'completed' ? (
        <Button
          variant="quiet"
          aria-label={`Refund ${purchase.product_title} of ${purchase.user_email ?? purchase.user_id}`}
          onClick={() => {
            setRefunded(null);
            setConfirming(purchase);
          }}
        >
          Refund
        </Button>
      ) : (
        '–'
      ),
  };
  return (
    <Stack>
      <DataTable
        label="Purchases"
        columns={[...COLUMNS, actions]}
        rows={purchases}
        keyOf={({ id }) => id}
        emptyText="No purchase fits."
        sorting={sorting}
        isStale={isStale}
      />
      {refunded && <RefundOutcome key={refunded.id} purchase={refunded} />}
      {confirming && (
        <RefundDialog
          purchase={confirming}
          onRefunded={(purchase) => {
            setConfirming(null);
            setRefunded(purchase);
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </Stack>
  );
}

const COLUMNS: Column<StaffPurchase>[] = [
  { title: 'Purchased', sort: 'created_at', cell: ({ created_at }) => formatMoment(created_at) },
  {
    title: 'User',
    isLong: true,
    cell: ({ user_id, user_email }) => (
      <Link to={`/admin/user/${encodeURIComponent(user_id)}`}>{user_email ?? 'Deleted user'}</Link>
    ),
  },
  { title: 'Hunt', isLong: true, cell: ({ product_title }) => product_title },
  { title: 'Price', sort: 'amount', isNumber: true, cell: (purchase) => priceText(purchase) },
  {
    title: 'Status',
    cell: (purchase) => (
      <>
        <PurchaseBadge status={purchase.status} />
        {describeRefund(purchase) && <p className={styles['faint']}>{describeRefund(purchase)}</p>}
      </>
    ),
  },
  {
    title: 'References',
    isLong: true,
    cell: ({ id, stripe_payment_intent_id }) => (
      <>
        <span className={styles['reference']}>{stripe_payment_intent_id ?? 'No payment ID'}</span>
        <span className={styles['reference']}>{id}</span>
      </>
    ),
  },
];
