import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function PrivacyPage() {
  return (
    <UnwrittenPage
      path="/privacy"
      title="Privacy Policy"
      description="What Cairn keeps about you, and why."
    />
  );
}
