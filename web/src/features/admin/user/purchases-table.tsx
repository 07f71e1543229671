import type { Purchase } from '@cairn/contracts/http/back-office.ts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { PurchaseBadge } from '../../purchases/purchase-status.tsx';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatShortDay } from '../ui/moments.ts';
import { priceText } from './price-text.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundOutcome } from './refund-outcome.tsx';

const REFERENCE_LENGTH = 14;

export function PurchasesTable({ purchases }: { purchases: Purchase[] }) {
  const [refunding, setRefunding] = useState<Purchase | null>(null);
  const [outcome, setOutcome] = useState<Purchase | null>(null);
  const actions: Column<Purchase> = {
    title: 'Actions',
    cell: (purchase) =>
      purchase.status === 'completed' ? (
        <Button
          variant="quiet"
          aria-label={`Refund ${purchase.product_title}`}
          onClick={() => {
            setOutcome(null);
            setRefunding(purchase);
          }}
        >
          Refund
        </Button>
      ) : (
        '–'
      ),
  };
  return (
    <>
      <DataTable
        label="Purchases"
        columns={[...COLUMNS, actions]}
        rows={purchases}
        keyOf={({ id }) => id}
        emptyText="No purchases found for this user."
      />
      {outcome && <RefundOutcome key={outcome.id} purchase={outcome} />}
      {refunding && (
        <RefundDialog
          purchase={refunding}
          onRefunded={(purchase) => {
            setRefunding(null);
            setOutcome(purchase);
          }}
          onClose={() => setRefunding(null)}
        />
      )}
    </>
  );
}

const COLUMNS: Column<Purchase>[] = [
  {
    title: 'Purchase ID',
    cell: ({ id, receipt_number }) => (
      <>
        {receipt_number}
        <span className={styles['id']} title={id}>
          {id}
        </span>
      </>
    ),
  },
  {
    title: 'Product',
    isLong: true,
    cell: ({ product_title, product_id }) => (
      <>
        {product_title}
        <span className={styles['id']} title={product_id}>
          {product_id}
        </span>
      </>
    ),
  },
  { title: 'Handle', cell: ({ handle }) => handle },
  { title: 'Type', cell: ({ type }) => typeLabel(type) },
  { title: 'Region', cell: ({ region }) => region },
  { title: 'Price', isNumber: true, cell: (purchase) => priceText(purchase) },
  { title: 'Purchase Date', cell: ({ created_at }) => formatShortDay(created_at) },
  {
    title: 'Status',
    cell: ({ status, stripe_payment_intent_id }) => (
      <>
        <PurchaseBadge status={status} />
        <span className={styles['faint']} title={stripe_payment_intent_id ?? undefined}>
          {' '}
          {stripe_payment_intent_id?.slice(0, REFERENCE_LENGTH) ?? 'No payment ID'}
        </span>
      </>
    ),
  },
];

function typeLabel(type: string | undefined): string {
  return type ? type.charAt(0).toUpperCase() + type.slice(1) : 'Hunt';
}
