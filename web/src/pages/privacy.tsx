import { PageMeta } from '../components/page-meta.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { PRIVACY } from '../features/legal/privacy.tsx';

/** Served at two paths; the canonical one is the footer's link. */
export function PrivacyPage() {
  return (
    <>
      <PageMeta
        path="/privacy"
        title="Privacy Policy"
        description="What Cairn keeps about you, why and for how long, who else sees any of it, and how to download or delete it."
      />
      <LegalPage
        title="Privacy Policy"
        lastUpdated="4/13/2025"
        summary="What we keep about you, why and for how long, and how you take it back."
        sections={PRIVACY}
      />
    </>
  );
}
