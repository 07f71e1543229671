import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function FaqPage() {
  return (
    <UnwrittenPage
      path="/faq"
      title="Frequently Asked Questions"
      description="Questions and answers about the hunts."
    />
  );
}
