import type { MemberView as MemberViewData } from '@cairn/contracts/http/hunt-member-view.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { HuntContent } from '../../hunt-page/hunt-content.tsx';
import { adminQuery, LOGGED_READ } from '../api/call-route.ts';
import { SelectField } from '../ui/fields.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { ViewHeading } from '../ui/view-heading.tsx';

/** The page of a hunt as its members see it. Read-only; the server logs each view. */
export function MemberView({ id }: { id: string }) {
  const { get, set } = useUrlState();
  const show = get('show') === 'written' ? 'written' : 'released';
  const query = useQuery({
    ...adminQuery(
      'GET /api/admin/hunts/:id/member-view',
      { params: { id }, query: { show } },
      'hunts',
      id,
      'member-view',
      show,
    ),
    ...LOGGED_READ,
  });
  return (
    <Stack gap="large">
      <div>
        <Button variant="quiet" onClick={() => set({ view: '', show: '' })}>
          ← Back to the hunt
        </Button>
      </div>
      <Notice>
        You see this hunt as its members do. Nothing can be changed here, and the view is in the
        activity log.
      </Notice>
      <SelectField
        label="Show"
        value={show}
        onChange={(event) => set({ show: event.target.value })}
      >
        <option value="released">What members see now</option>
        <option value="written">Everything that is written, also what is not out</option>
      </SelectField>
      <Loaded query={query} failedText="Failed to fetch the hunt">
        {(hunt) => <HuntPage hunt={hunt} />}
      </Loaded>
    </Stack>
  );
}

function HuntPage({ hunt }: { hunt: MemberViewData }) {
  const { status, title } = hunt;
  // Members do not see drafts; a draft looks as it will while it is upcoming.
  const shown = { ...hunt, status: status === 'draft' ? ('upcoming' as const) : status };
  return (
    <article aria-label={title}>
      <Stack gap="large">
        <ViewHeading>{title}</ViewHeading>
        <HuntContent hunt={shown} />
      </Stack>
    </article>
  );
}
