import type { PublicView as PublicViewData } from '@cairn/contracts/http/hunt-member-view.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { PublicHuntContent } from '../../public-hunt/public-hunt-content.tsx';
import { adminQuery, LOGGED_READ } from '../api/call-route.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { ViewHeading } from '../ui/view-heading.tsx';

/** The public page of a draft for staff. Read-only; the server logs each view. */
export function PublicView({ id }: { id: string }) {
  const { set } = useUrlState();
  const query = useQuery({
    ...adminQuery(
      'GET /api/admin/hunts/:id/public-view',
      { params: { id } },
      'hunts',
      id,
      'public',
    ),
    ...LOGGED_READ,
  });
  return (
    <Stack gap="large">
      <div>
        <Button variant="quiet" onClick={() => set({ view: '' })}>
          ← Back to the hunt
        </Button>
      </div>
      <Notice>
        You see this hunt as visitors will when it is published. Nothing can be changed here, and
        the view is in the activity log.
      </Notice>
      <Loaded query={query} failedText="Failed to fetch the hunt">
        {(hunt) => <HuntPage hunt={hunt} />}
      </Loaded>
    </Stack>
  );
}

function HuntPage({ hunt }: { hunt: PublicViewData }) {
  const { status, title, region } = hunt;
  // A draft looks as it will while it is upcoming: then it has no Join button.
  const shown = { ...hunt, status: status === 'draft' ? ('upcoming' as const) : status };
  const details = { data: shown, isPending: false, isFetching: false, refetch: () => {} };
  return (
    <article aria-label={title}>
      <Stack gap="large">
        <div>
          <ViewHeading>{title}</ViewHeading>
          <p>{region}</p>
        </div>
        <PublicHuntContent hunt={shown} details={details} isJoining={false} onJoined={() => {}} />
      </Stack>
    </article>
  );
}
