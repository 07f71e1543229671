import type { HuntData, Product } from '@cairn/contracts/http/hunts.ts';
import { Navigate, useParams } from 'react-router-dom';
import { PageLoading } from '../components/page-loading.tsx';
import { PageMeta } from '../components/page-meta.tsx';
import { Button } from '../components/ui/button.tsx';
import { Page, PageHeading, Row } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { FairnessPanel } from '../features/fairness/fairness-panel.tsx';
import { HuntContent } from '../features/hunt-page/hunt-content.tsx';
import { useHuntData } from '../features/hunt-page/use-hunt-data.ts';
import { useLiveProducts } from '../features/products/use-live-products.ts';
import { useHunts } from '../features/products/use-products.ts';
import { ApiError } from '../lib/api-error.ts';

export function HuntPage() {
  const { handle = '' } = useParams();
  const hunts = useHunts();
  const data = useHuntData(handle);
  useLiveProducts();
  const product = hunts.data?.find((hunt) => hunt.handle === handle);
  const isUnknown = hunts.isSuccess && !product;
  if (isUnknown || isAnswer(data.error, 404)) return <Navigate to="/hunts" replace />;
  const isForbidden = isAnswer(data.error, 403);
  if (data.data?.title && !isForbidden) return <OpenHunt hunt={data.data} product={product} />;
  if (data.error instanceof ApiError) return <BackToDashboard error={data.error} handle={handle} />;
  if (data.error)
    return (
      <NoAnswer
        path={`/hunt/${handle}`}
        onRetry={() => void data.refetch()}
        isBusy={data.isFetching}
      />
    );
  return <HuntLoading />;
}

function OpenHunt({ hunt, product }: { hunt: HuntData; product?: Product }) {
  return (
    <Page>
      <PageMeta
        path={`/hunt/${hunt.handle}`}
        title={hunt.title}
        description={`The clues and updates of ${hunt.title}, for those who joined.`}
        isHidden
      />
      <PageHeading lead={hunt.region}>{hunt.title}</PageHeading>
      <HuntContent key={hunt.id} hunt={hunt} product={product} />
      <FairnessPanel handle={hunt.handle} hiddenAt={hunt.hidden_at} />
    </Page>
  );
}

/** The dashboard offers the hunt to a user who has not joined it. */
function BackToDashboard({ error, handle }: { error: ApiError; handle: string }) {
  const isForbidden = error.status === 403;
  const notice = isForbidden
    ? 'That hunt opens for those who joined it.'
    : 'That hunt could not be loaded just now. Please try again in a moment.';
  return (
    <Navigate to="/dashboard" replace state={{ notice, huntToJoin: isForbidden ? handle : null }} />
  );
}

type NoAnswerProps = { path: string; onRetry: () => void; isBusy: boolean };

function NoAnswer({ path, onRetry, isBusy }: NoAnswerProps) {
  return (
    <Page>
      <PageMeta
        path={path}
        title="Your Hunt"
        description="The clues and updates of a treasure hunt, for those who joined."
        isHidden
      />
      <PageHeading>Your hunt</PageHeading>
      <Notice>The hunt could not be loaded, since Cairn gave no answer. Are you offline?</Notice>
      <Row>
        <Button onClick={onRetry} isBusy={isBusy}>
          Try again
        </Button>
      </Row>
    </Page>
  );
}

function HuntLoading() {
  return (
    <PageLoading label="Loading the hunt">
      <Skeleton height="3rem" width="20rem" />
      <Skeleton height="18rem" />
      <Skeleton height="12rem" />
    </PageLoading>
  );
}

function isAnswer(error: Error | null, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
