import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { HuntsList } from '../features/hunts/hunts-list.tsx';
import { JoinedNotice } from '../features/hunts/joined-notice.tsx';
import { useJoined } from '../features/hunts/use-joined.ts';
import { PendingPaymentNotices } from '../features/payments/pending-payment-notices.tsx';
import { useLiveProducts } from '../features/products/use-live-products.ts';

export function HuntsPage() {
  const { joined, showJoined } = useJoined();
  useLiveProducts();
  return (
    <Page>
      <PageMeta
        path="/hunts"
        title="Hunts"
        description="Every treasure that is out there: where it lies, what it is worth by now, and what it costs to join."
      />
      <PageHeading lead="Join a hunt, solve its clues and find the box. Each one is worth more with every hunter who joins.">
        Treasure Hunts
      </PageHeading>
      {joined && <JoinedNotice hunt={joined} />}
      <PendingPaymentNotices />
      <HuntsList onJoined={showJoined} />
    </Page>
  );
}
