import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import { Stones } from '../../components/art/mark.tsx';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { PageHeading } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatMoney } from '../../lib/money.ts';
import { PurchaseBadge } from './purchase-status.tsx';
import styles from './receipt.module.css';

type Props = { purchase: OwnPurchase; email: string };

/** One sheet, on the screen as on paper. */
export function Receipt({ purchase, email }: Props) {
  const amount = formatMoney(purchase.price_amount, purchase.price_currency);
  return (
    <div className={styles['receipt']}>
      <article className={styles['sheet']}>
        <header className={styles['head']}>
          <p className={styles['brand']}>
            <Stones className={styles['stones']} />
            Cairn
          </p>
          <PageHeading>Receipt</PageHeading>
        </header>
        <MoneyBack purchase={purchase} />
        <dl className={styles['facts']}>
          <Fact label="Receipt number">{purchase.receipt_number}</Fact>
          <Fact label="Date">{formatDay(purchase.created_at)}</Fact>
          <Fact label="Billed to">{email}</Fact>
          <Fact label="Payment">{purchase.stripe_payment_intent_id ?? 'By card'}</Fact>
          <div>
            <dt>Status</dt>
            <dd className={styles['status']}>
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
      </article>
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <LinkButton to="/dashboard" variant="quiet">
          Back to Dashboard
        </LinkButton>
      </div>
    </div>
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
        {purchase.status === 'refunded' && (
          <tr>
            <th scope="row">
              Refunded{purchase.refunded_at ? ` on ${formatDay(purchase.refunded_at)}` : ''}
            </th>
            <td>
              −{amount} {purchase.price_currency}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

/** What became of the money, where it did not stay. */
function MoneyBack({ purchase }: { purchase: OwnPurchase }) {
  if (purchase.status === 'completed') return null;
  const { title, text } = MONEY_BACK[purchase.status];
  return (
    <Notice title={title}>
      <p>{text}</p>
    </Notice>
  );
}

const MONEY_BACK = {
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
    text: 'Your bank asked for the money back. Nothing more happens here until it has decided.',
  },
  rejected: {
    title: 'This payment came twice or too late',
    text: 'It bought nothing, and the whole amount goes back to your card by itself.',
  },
} as const;
