import { useParams } from 'react-router-dom';
import { LoadingHeading } from '../components/page-loading.tsx';
import { PageMeta } from '../components/page-meta.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { Page, PageHeading, Row } from '../components/ui/layout.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { PurchasesFailed } from '../features/purchases/my-purchases.tsx';
import { Receipt } from '../features/purchases/receipt.tsx';
import { usePurchases } from '../features/purchases/use-purchases.ts';
import { useSession } from '../features/session/use-session.ts';

export function ReceiptPage() {
  const { id = '' } = useParams();
  return (
    <Page>
      <PageMeta
        path={`/receipt/${id}`}
        title="Receipt"
        description="The receipt of a hunt that you joined."
        isHidden
      />
      <ReceiptState id={id} />
    </Page>
  );
}

function ReceiptState({ id }: { id: string }) {
  const { user } = useSession();
  const { data: purchases, isPending, isFetching, refetch } = usePurchases();
  const purchase = purchases?.find((one) => one.id === id);
  if (isPending || !user) return <ReceiptLoading />;
  if (!purchases) {
    return (
      <>
        <PageHeading>Receipt</PageHeading>
        <PurchasesFailed onRetry={() => void refetch()} isBusy={isFetching} />
      </>
    );
  }
  return purchase ? <Receipt purchase={purchase} email={user.email} /> : <NoReceipt />;
}

function NoReceipt() {
  return (
    <>
      <PageHeading lead="There is no receipt of yours at this address. A purchase made a moment ago may take a little while to come here.">
        Receipt Not Found
      </PageHeading>
      <Row>
        <LinkButton to="/dashboard">Back to Dashboard</LinkButton>
      </Row>
    </>
  );
}

function ReceiptLoading() {
  return (
    <>
      <LoadingHeading>Loading your receipt</LoadingHeading>
      <Skeleton height="34rem" width="min(46rem, 100%)" />
    </>
  );
}
