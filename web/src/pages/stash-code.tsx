import { useState } from 'react';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { StashForm } from '../features/stash/stash-form.tsx';
import { StashPhrase } from '../features/stash/stash-phrase.tsx';

export function StashCodePage() {
  const [phrase, setPhrase] = useState<string | null>(null);
  return (
    <Page>
      <PageMeta
        path="/porterstash/secretcode"
        title="Porter Stash Secret Code"
        description="Enter the secret code of the Porter stash."
        isHidden
      />
      {phrase === null ? (
        <>
          <PageHeading lead="Found a secret code? Enter it below to unlock the hidden message.">
            Porter Stash Secret Code
          </PageHeading>
          <StashForm onOpen={setPhrase} />
        </>
      ) : (
        <>
          <PageHeading>Porter Stash Secret Code</PageHeading>
          <StashPhrase phrase={phrase} />
        </>
      )}
    </Page>
  );
}
