import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import { Button } from '../../components/ui/button.tsx';
import { Row, Stack } from '../../components/ui/layout.tsx';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatMoney } from '../../lib/money.ts';
import { PurchaseBadge } from './purchase-status.tsx';
import styles from './purchases.module.css';
import { usePurchases } from './use-purchases.ts';

export function MyPurchases() {
  const { data: purchases, isPending, isFetching, refetch } = usePurchases();
  return (
    <section>
      <Stack>
        <h2>My Purchases</h2>
        {isPending && <MyPurchasesLoading />}
        {!isPending && !purchases && (
          <PurchasesFailed onRetry={() => void refetch()} isBusy={isFetching} />
        )}
        {purchases?.length === 0 && (
          <p className={styles['none']}>
            Nothing bought yet. The receipts of your hunts come here.
          </p>
        )}
        {purchases && purchases.length > 0 && <PurchaseList purchases={purchases} />}
      </Stack>
    </section>
  );
}

export function PurchasesFailed({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <Stack>
      <Notice tone="error">Your purchases could not be loaded.</Notice>
      <Row>
        <Button variant="quiet" onClick={onRetry} isBusy={isBusy}>
          Try again
        </Button>
      </Row>
    </Stack>
  );
}

function PurchaseList({ purchases }: { purchases: OwnPurchase[] }) {
  return (
    <ul className={styles['list']}>
      {purchases.map((purchase) => (
        <li key={purchase.id} className={styles['purchase']}>
          <div>
            <p className={styles['title']}>{purchase.product_title}</p>
            <p className={styles['date']}>
              {formatDay(purchase.created_at)} ·{' '}
              <span className={styles['number']}>{purchase.receipt_number}</span>
            </p>
          </div>
          <p className={styles['amount']}>
            {formatMoney(purchase.price_amount, purchase.price_currency)}
          </p>
          <p>
            <PurchaseBadge status={purchase.status} />
          </p>
          <Link
            to={`/receipt/${purchase.id}`}
            className={styles['link']}
            aria-label={`Receipt for ${purchase.product_title}, ${formatDay(purchase.created_at)}`}
          >
            Receipt
          </Link>
        </li>
      ))}
    </ul>
  );
}

function MyPurchasesLoading() {
  return (
    <>
      <LoadingLabel>Loading your purchases</LoadingLabel>
      <Skeleton height="5rem" />
    </>
  );
}
