import { PageMeta } from '../components/page-meta.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { RISK_WAIVER } from '../features/legal/risk-waiver.tsx';

export function RiskWaiverPage() {
  return (
    <>
      <PageMeta
        path="/risk-waiver"
        title="Risk Waiver"
        description="The risks of searching for treasure outdoors, what you take on yourself, and what you agree to by taking part."
      />
      <LegalPage
        title="Risk Waiver"
        lastUpdated="4/13/2025"
        summary="The woods are no theme park. Read this before you lace your boots."
        sections={RISK_WAIVER}
      />
    </>
  );
}
