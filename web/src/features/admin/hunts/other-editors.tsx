import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useAdminName } from '../activity/acting-admins.ts';
import { adminKey, callRoute } from '../api/call-route.ts';

const INTERVAL_MS = 15_000;

type Props = { huntId: string; clueId?: string | undefined };

/** Says who else has this form open, and reports to the others that it is open here. */
export function OtherEditors({ huntId, clueId }: Props) {
  const nameOf = useAdminName();
  const clue = clueId ?? null;
  const { data } = useQuery({
    queryKey: adminKey('editors', huntId, clue),
    queryFn: () =>
      callRoute('PUT /api/admin/hunts/:id/editors', { params: { id: huntId }, body: { clue } }),
    refetchInterval: INTERVAL_MS,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(
    () => () => {
      const body = { clue, is_open: false };
      // The entry expires if this call fails.
      callRoute('PUT /api/admin/hunts/:id/editors', { params: { id: huntId }, body }).catch(
        () => {},
      );
    },
    [huntId, clue],
  );
  const others = data?.others ?? [];
  return (
    <LiveRegion>
      {others.length > 0 && (
        <Notice>
          Also open at {others.map(nameOf).join(', ')}. If you both save, the second one sees both
          texts.
        </Notice>
      )}
    </LiveRegion>
  );
}
