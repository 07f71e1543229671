import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { HuntsList } from '../features/hunts/hunts-list.tsx';
import { useLiveProducts } from '../features/hunts/use-live-products.ts';
import { PRODUCTS_KEY } from '../features/hunts/use-products.ts';
import { PendingPaymentNotices } from '../features/payments/pending-payment-notices.tsx';
import { SESSION_KEY } from '../features/session/use-session.ts';

export function HuntsPage() {
  const [joined, setJoined] = useState<Product | null>(null);
  const queryClient = useQueryClient();
  useLiveProducts();
  async function showJoined(hunt: Product) {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
      queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY }),
    ]);
    setJoined(hunt);
    window.scrollTo({ top: 0 });
  }
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

function JoinedNotice({ hunt }: { hunt: Product }) {
  return (
    <Notice tone="success" title={`You have joined ${hunt.title}.`} takesFocus>
      <p>
        Your payment went through, and the hunt is open to you now:{' '}
        <Link to={`/hunt/${hunt.handle}`}>read its clues</Link>.
      </p>
    </Notice>
  );
}
