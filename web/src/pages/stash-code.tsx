import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function StashCodePage() {
  return (
    <UnwrittenPage
      path="/porterstash/secretcode"
      title="Porter Stash Secret Code"
      description="Enter the secret code of the Porter stash."
    />
  );
}
