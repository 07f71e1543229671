import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { LinkButton } from '../../components/ui/button.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatDay } from '../../lib/dates.ts';

export function ClaimLink({ hunt }: { hunt: HuntData }) {
  if (hunt.status !== 'active') return null;
  return (
    <LinkButton to={`/hunt/${hunt.handle}/claim`} isWide>
      Found the box? Enter its code
    </LinkButton>
  );
}

/** Announces that the hunt is complete when it happens while the page is open. */
export function HuntStatusNotice({ hunt }: { hunt: HuntData }) {
  return (
    <LiveRegion>
      <StatusNotice hunt={hunt} />
    </LiveRegion>
  );
}

function StatusNotice({ hunt }: { hunt: HuntData }) {
  if (hunt.status === 'complete') {
    return (
      <Notice tone="success" title="This hunt is complete">
        <p>
          Someone found the box{hunt.completed_at && ` on ${formatDay(hunt.completed_at)}`}. Staff
          verify the find within a few days; thank you for hunting.
        </p>
      </Notice>
    );
  }
  if (hunt.status === 'cancelled') {
    return (
      <Notice title="This hunt was called off">
        <p>Every member gets their money back automatically.</p>
      </Notice>
    );
  }
  if (hunt.status !== 'upcoming') return null;
  return (
    <Notice>You are in. The hunt has not started yet; its first clue will be shown here.</Notice>
  );
}
