import type { ClueTexts, HuntTexts } from '@cairn/contracts/http/text-versions.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Card, Stack } from '../../../components/ui/layout.tsx';
import { useAdminName } from '../activity/acting-admins.ts';
import { adminQuery } from '../api/call-route.ts';
import { Side } from '../ui/conflict-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { differencesOf, plainText } from '../ui/merge-fields.ts';
import { formatMoment } from '../ui/moments.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import { CLUE_LABELS } from './clue-fields.ts';
import { HUNT_LABELS } from './hunt-fields.ts';

type Texts = HuntTexts | ClueTexts;
type Version = {
  version: number;
  admin_id: string | null;
  created_at: string;
  texts: Texts | null;
};

/** The earlier texts of a hunt, or of the clue that the address names. */
export function TextVersions({ huntId }: { huntId: string }) {
  const { get, set } = useUrlState();
  const clue = get('clue');
  return (
    <Stack gap="large">
      <div>
        <Button variant="quiet" onClick={() => set({ view: '' })}>
          ← Back to the {clue ? 'clue' : 'hunt'}
        </Button>
      </div>
      <ViewHeading>Earlier texts</ViewHeading>
      {clue ? <OfClue huntId={huntId} clueId={clue} /> : <OfHunt huntId={huntId} />}
    </Stack>
  );
}

function OfHunt({ huntId }: { huntId: string }) {
  const query = useQuery(
    adminQuery(
      'GET /api/admin/hunts/:id/versions',
      { params: { id: huntId } },
      'hunts',
      huntId,
      'versions',
    ),
  );
  return (
    <Loaded query={query} failedText="Failed to fetch the earlier texts">
      {({ versions }) => <VersionList versions={versions} />}
    </Loaded>
  );
}

function OfClue({ huntId, clueId }: { huntId: string; clueId: string }) {
  const params = { id: huntId, clueId };
  const query = useQuery(
    adminQuery(
      'GET /api/admin/hunts/:id/clues/:clueId/versions',
      { params },
      'hunts',
      huntId,
      'versions',
      clueId,
    ),
  );
  return (
    <Loaded query={query} failedText="Failed to fetch the earlier texts">
      {({ versions }) => <VersionList versions={versions} />}
    </Loaded>
  );
}

function VersionList({ versions }: { versions: Version[] }) {
  const nameOf = useAdminName();
  return (
    <>
      {versions.map(({ version, admin_id, created_at, texts }, index) => (
        <Card as="section" key={version}>
          <Stack>
            <h3>
              {formatMoment(created_at)}, {nameOf(admin_id)}
            </h3>
            {texts ? (
              <Changes texts={texts} before={versions[index + 1]?.texts ?? null} />
            ) : (
              <p>The text is shown here once the clue is out.</p>
            )}
          </Stack>
        </Card>
      ))}
    </>
  );
}

const LABELS: Record<string, string> = { ...HUNT_LABELS, body_html: CLUE_LABELS.body_html };

/** The fields that changed; all of them in the first version. */
function Changes({ texts, before }: { texts: Texts; before: Texts | null }) {
  const base = before ?? {};
  return (
    <>
      {differencesOf<object>({ base, local: base, remote: texts }).map(({ name, remote }) => (
        <Side
          key={name}
          title={LABELS[name] ?? name}
          text={name === 'body_html' ? plainText(remote) : remote}
        />
      ))}
    </>
  );
}
