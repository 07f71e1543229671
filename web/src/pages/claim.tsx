import type { Product } from '@cairn/contracts/http/hunts.ts';
import { Navigate, useParams } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { LiveRegion } from '../components/ui/live-region.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { ClaimForm } from '../features/claim/claim-form.tsx';
import { useClaim } from '../features/claim/use-claim.ts';
import { WonClaim } from '../features/claim/won-claim.tsx';
import { FairnessPanel } from '../features/fairness/fairness-panel.tsx';
import { useLiveProducts } from '../features/products/use-live-products.ts';
import { useHunts } from '../features/products/use-products.ts';

/** Works without the list of hunts, because reception at the box may be too weak to load it. */
export function ClaimPage() {
  const { handle = '' } = useParams();
  const hunts = useHunts();
  useLiveProducts();
  const hunt = hunts.data?.find((one) => one.handle === handle);
  if (hunts.isSuccess && !hunt) return <Navigate to="/hunts" replace />;
  return <Claim key={handle} handle={handle} hunt={hunt} />;
}

function Claim({ handle, hunt }: { handle: string; hunt: Product | undefined }) {
  const { state, send } = useClaim(handle);
  const heading = hunt ? `Claim ${hunt.title}` : 'Claim a treasure';
  const isOpen = !hunt || hunt.status === 'active';
  return (
    <Page>
      <PageMeta
        path={`/hunt/${handle}/claim`}
        title={heading}
        description="Found the box? Enter the code that lies inside it. No account and no name needed."
      />
      {state.step === 'won' ? (
        <>
          <PageHeading>{heading}</PageHeading>
          <WonClaim title={hunt?.title ?? 'this hunt'} {...state} />
        </>
      ) : (
        <>
          <PageHeading lead="Found the box? Enter the code that lies inside it. No account and no name needed.">
            {heading}
          </PageHeading>
          <LiveRegion>
            <StatusNotice hunt={hunt} />
          </LiveRegion>
          {(isOpen || state.step === 'sending') && (
            <ClaimForm
              initialCode={state.step === 'sending' ? state.code : ''}
              isSending={state.step === 'sending'}
              isWaiting={state.step === 'sending' && state.isWaiting}
              refusal={state.step === 'entering' ? state.refusal : null}
              onSend={send}
            />
          )}
        </>
      )}
      <FairnessPanel handle={handle} hiddenAt={hunt?.hidden_at ?? null} />
    </Page>
  );
}

function StatusNotice({ hunt }: { hunt: Product | undefined }) {
  if (hunt?.status === 'upcoming') {
    return (
      <Notice title="This hunt has not started yet">
        <p>There is no box to find before it begins. This page opens by itself when it does.</p>
      </Notice>
    );
  }
  if (hunt?.status === 'cancelled') {
    return (
      <Notice title="This hunt was called off">
        <p>
          No code can be entered any more, and every member gets their money back.{' '}
          <Link to="/hunts">See the other hunts</Link>.
        </p>
      </Notice>
    );
  }
  if (hunt?.status !== 'complete') return null;
  return (
    <Notice title="This hunt is already complete">
      <p>
        Someone has found the box. <Link to="/hunts">See the other hunts</Link>.
      </p>
    </Notice>
  );
}
