import { nameCard } from '@cairn/contracts/card.ts';
import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { PageHeading } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Sheet, SheetBrand } from '../../components/ui/sheet.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatMoney } from '../../lib/money.ts';
import { PurchaseBadge } from './purchase-status.tsx';
import styles from './receipt.module.css';

type Props = { purchase: OwnPurchase; email: string };

/** A receipt for screen and print. */
export function Receipt({ purchase, email }: Props) {
  const amount = formatMoney(purchase.price_amount, purchase.price_currency);
  return (
    <div className={styles['receipt']}>
      <Sheet actions={<Actions />}>
        <header className={styles['head']}>
          <SheetBrand />
          <PageHeading>Receipt</PageHeading>
        </header>
        <ReversalNotice purchase={purchase} />
        <dl className={styles['facts']}>
          <Fact label="Receipt number">{purchase.receipt_number}</Fact>
          <Fact label="Date">{formatDay(purchase.created_at)}</Fact>
          <Fact label="Billed to">{email}</Fact>
          <Fact label="Paid with">{purchase.card ? nameCard(purchase.card) : 'Card'}</Fact>
          {purchase.stripe_payment_intent_id && (
            <Fact label="Payment reference">{purchase.stripe_payment_intent_id}</Fact>
          )}
          <div>
            <dt>Status</dt>
            <dd>
              <PurchaseBadge status={purchase.status} />
            </dd>
          </div>
        </dl>
        <Items purchase={purchase} amount={amount} />
        {purchase.status === 'completed' && (
          <p className={styles['thanks']}>
            Thank you for joining. All proceeds fund other hidden treasures.
          </p>
        )}
      </Sheet>
    </div>
  );
}

function Actions() {
  return (
    <>
      <Button onClick={() => window.print()}>Print</Button>
      <LinkButton to="/dashboard" variant="quiet">
        Back to Dashboard
      </LinkButton>
    </>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Items({ purchase, amount }: { purchase: OwnPurchase; amount: string }) {
  const reversal = reversalLabel(purchase);
  return (
    <table className={styles['items']}>
      <thead>
        <tr>
          <th scope="col">Hunt</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            {purchase.product_title}
            <span className={styles['region']}>{purchase.region}</span>
          </td>
          <td>{amount}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total charged</th>
          <td>
            {amount} {purchase.price_currency}
          </td>
        </tr>
        {reversal && (
          <tr>
            <th scope="row">{reversal}</th>
            <td>
              −{amount} {purchase.price_currency}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

/** How the refund was paid, if there is one. */
function reversalLabel({ status, refunded_at: at, dispute }: OwnPurchase): string | null {
  if (at) return `Refunded on ${formatDay(at)}`;
  if (status === 'refunded') return 'Refunded';
  return status === 'disputed' && dispute === 'lost' ? 'Returned by your bank' : null;
}

/** The state of the refund or dispute, if there is one. */
function ReversalNotice({ purchase }: { purchase: OwnPurchase }) {
  if (purchase.status === 'completed') return null;
  const { title, text } = REVERSAL_TEXTS[keyOf(purchase, purchase.status)];
  return (
    <Notice title={title}>
      <p>{text}</p>
    </Notice>
  );
}

type ReversedStatus = Exclude<OwnPurchase['status'], 'completed'>;

function keyOf({ dispute, refunded_at: at }: OwnPurchase, status: ReversedStatus) {
  if (status === 'disputed') return dispute === 'lost' ? 'dispute_lost' : status;
  return status === 'rejected' && at ? 'rejected_returned' : status;
}

const REVERSAL_TEXTS = {
  refund_pending: {
    title: 'A refund is on its way',
    text: 'The whole amount goes back to your card. Your bank may need some days to show it.',
  },
  refunded: {
    title: 'This purchase was refunded',
    text: 'The whole amount went back to your card. Your bank may need some days to show it.',
  },
  disputed: {
    title: 'This payment is disputed',
    text: 'Your bank has asked for the money back. Until it has decided, your place in the hunt is on hold and the prize does not count this purchase.',
  },
  dispute_lost: {
    title: 'The dispute about this payment is closed',
    text: 'Your bank has decided that the whole amount goes back to you. Your place in the hunt has ended with it.',
  },
  rejected: {
    title: 'This payment came twice or too late',
    text: 'It bought nothing, and the whole amount goes back to your card by itself.',
  },
  rejected_returned: {
    title: 'This payment came twice or too late',
    text: 'It bought nothing, and the whole amount went back to your card. Your bank may need some days to show it.',
  },
} as const;
