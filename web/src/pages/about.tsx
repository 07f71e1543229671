import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function AboutPage() {
  return (
    <UnwrittenPage
      path="/about"
      title="About"
      description="What Cairn is and why it hides treasure."
    />
  );
}
