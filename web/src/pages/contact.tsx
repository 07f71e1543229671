import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function ContactPage() {
  return (
    <UnwrittenPage
      path="/contact"
      title="Contact"
      description="Write to the people behind Cairn."
    />
  );
}
