import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { PublicHunt } from '@cairn/contracts/http/public-hunts.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { PUBLIC_HUNT_KEY } from '../../lib/query-keys.ts';
import { FairnessPanel } from '../fairness/fairness-panel.tsx';
import { HuntReport } from '../hunt-report/hunt-report.tsx';
import { SearchArea } from '../map/search-area.tsx';
import { HuntStory } from './hunt-story.tsx';
import { HuntSummary } from './hunt-summary.tsx';

export type Details = {
  data: PublicHunt | undefined;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

export function usePublicHunt(handle: string) {
  return useQuery({
    queryKey: [...PUBLIC_HUNT_KEY, handle],
    queryFn: ({ signal }) =>
      callApi('GET /api/hunts/:handle', { params: { handle }, signal, token: null }),
  });
}

type Props = {
  hunt: Product;
  details: Details;
  isJoining: boolean;
  onJoined: (hunt: Product) => void;
};

/** The public page of a hunt below its heading, for visitors and in the preview of a draft. */
export function PublicHuntContent({ hunt, details, isJoining, onJoined }: Props) {
  return (
    <>
      <HuntSummary hunt={hunt} isJoining={isJoining} onJoined={onJoined} />
      <HuntStory
        description={hunt.description}
        hunt={details.data}
        isPending={details.isPending}
        isFetching={details.isFetching}
        onRetry={() => void details.refetch()}
      />
      {hunt.status === 'complete' && details.data && <AfterTheHunt hunt={details.data} />}
      {hunt.search_area && (hunt.status === 'active' || hunt.status === 'upcoming') && (
        <SearchArea
          area={hunt.search_area}
          previous={hunt.previous_search_areas ?? []}
          hunt={hunt}
        />
      )}
      <FairnessPanel handle={hunt.handle} hiddenAt={hunt.hidden_at} />
    </>
  );
}

function AfterTheHunt({ hunt }: { hunt: PublicHunt }) {
  if (hunt.report) return <HuntReport report={hunt.report} />;
  return <p>The winner’s story and the solutions of the clues are not published yet.</p>;
}
