import { PageMeta } from '../components/page-meta.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { TERMS } from '../features/legal/terms.tsx';

export function TermsPage() {
  return (
    <>
      <PageMeta
        path="/terms"
        title="Terms of Service"
        description="The terms of Cairn’s treasure hunts: joining and paying, refunds, the prize and how it is claimed, and fair play."
      />
      <LegalPage
        title="Terms of Service"
        lastUpdated="4/13/2025"
        summary="What you can count on from us, and what we count on from you."
        sections={TERMS}
      />
    </>
  );
}
