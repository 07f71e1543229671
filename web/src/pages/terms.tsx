import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function TermsPage() {
  return (
    <UnwrittenPage
      path="/terms"
      title="Terms of Service"
      description="The terms of service of Cairn."
    />
  );
}
