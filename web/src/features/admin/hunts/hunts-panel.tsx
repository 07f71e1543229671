import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { WithStoredDrafts } from '../ui/stored-drafts.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { DraftList } from './draft-list.tsx';
import { HuntEditor } from './hunt-editor.tsx';
import { HuntsList } from './hunts-list.tsx';
import { MemberView } from './member-view.tsx';
import { NewHunt } from './new-hunt.tsx';
import { PublicView } from './public-view.tsx';
import { TextVersions } from './text-versions.tsx';

/** Shows all hunts, a new hunt or one hunt, according to the `hunt` URL parameter. */
export function HuntsPanel() {
  return (
    <WithStoredDrafts>
      <HuntsView />
    </WithStoredDrafts>
  );
}

function HuntsView() {
  const { get, set } = useUrlState();
  const hunt = get('hunt');
  const open = (id: string) => set({ hunt: id, clue: '', view: '' });
  if (hunt === 'new')
    return <Single onBack={() => open('')} child={<NewHunt onCreated={open} />} />;
  if (hunt && get('view') === 'member') return <MemberView id={hunt} />;
  if (hunt && get('view') === 'public') return <PublicView id={hunt} />;
  if (hunt && get('view') === 'texts') return <TextVersions huntId={hunt} />;
  if (hunt) return <Single onBack={() => open('')} child={<HuntEditor key={hunt} id={hunt} />} />;
  return (
    <Stack gap="large">
      <DraftList onOpen={set} />
      <HuntsList onOpen={open} />
    </Stack>
  );
}

function Single({ child, onBack }: { child: React.ReactNode; onBack: () => void }) {
  return (
    <Stack>
      <div>
        <Button variant="quiet" onClick={onBack}>
          ← All hunts
        </Button>
      </div>
      {child}
    </Stack>
  );
}
