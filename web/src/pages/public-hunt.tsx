import { type EndpointPath, fillPath } from '@cairn/contracts/http/endpoints.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { PageLoading } from '../components/page-loading.tsx';
import { PageMeta } from '../components/page-meta.tsx';
import { Button } from '../components/ui/button.tsx';
import { Page, PageHeading, Row } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { JoinedNotice } from '../features/hunts/joined-notice.tsx';
import { useJoined } from '../features/hunts/use-joined.ts';
import { PendingPaymentNotices } from '../features/payments/pending-payment-notices.tsx';
import { useLiveProducts } from '../features/products/use-live-products.ts';
import { useHunts } from '../features/products/use-products.ts';
import { HuntStructuredData } from '../features/public-hunt/hunt-structured-data.tsx';
import { PublicHuntContent, usePublicHunt } from '../features/public-hunt/public-hunt-content.tsx';
import { ApiError } from '../lib/api-error.ts';
import { NotFoundPage } from './not-found.tsx';

/** The list's product is shown while the page's own data load; it is also the newer one. */
export function PublicHuntPage() {
  const { handle = '' } = useParams();
  const hunts = useHunts();
  const details = usePublicHunt(handle);
  useLiveProducts();
  const hunt = hunts.data?.find((one) => one.handle === handle) ?? details.data;
  if (details.error instanceof ApiError && details.error.status === 404) return <NotFoundPage />;
  if (hunt) return <OpenHunt key={handle} hunt={hunt} details={details} />;
  if (details.isPending) return <Loading />;
  return <NoAnswer path={`/hunts/${handle}`} details={details} />;
}

type Details = ReturnType<typeof usePublicHunt>;

function OpenHunt({ hunt, details }: { hunt: Product; details: Details }) {
  const { joined, showJoined } = useJoined();
  const isJoining = useJoinRequest();
  const picture = {
    path: fillPath('/api/hunts/:handle/picture.jpg' satisfies EndpointPath, {
      handle: hunt.handle,
    }),
    alt: hunt.title,
  };
  return (
    <Page>
      <PageMeta
        path={`/hunts/${hunt.handle}`}
        title={hunt.title}
        description={hunt.description}
        picture={picture}
      />
      <HuntStructuredData hunt={hunt} />
      <PageHeading lead={hunt.region}>{hunt.title}</PageHeading>
      {joined && <JoinedNotice hunt={joined} />}
      <PendingPaymentNotices />
      <PublicHuntContent
        hunt={hunt}
        details={details}
        isJoining={isJoining}
        onJoined={showJoined}
      />
    </Page>
  );
}

/** True after a login that was asked for by Join: the address has `?join`, which is then removed. */
function useJoinRequest(): boolean {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [isJoining] = useState(search === '?join');
  useEffect(() => {
    if (search === '?join') navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  return isJoining;
}

function NoAnswer({ path, details }: { path: string; details: Details }) {
  return (
    <Page>
      <PageMeta path={path} title="Hunt" description="A treasure hunt." isHidden />
      <PageHeading>Treasure hunt</PageHeading>
      <Notice tone="error">This hunt could not be loaded.</Notice>
      <Row>
        <Button onClick={() => void details.refetch()} isBusy={details.isFetching}>
          Try again
        </Button>
      </Row>
    </Page>
  );
}

function Loading() {
  return (
    <PageLoading label="Loading the hunt">
      <Skeleton height="3rem" width="20rem" />
      <Skeleton height="18rem" />
      <Skeleton height="30rem" />
    </PageLoading>
  );
}
