import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function RiskWaiverPage() {
  return (
    <UnwrittenPage
      path="/risk-waiver"
      title="Risk Waiver"
      description="The risks of a treasure hunt, and what you agree to."
    />
  );
}
