import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function BlogPage() {
  return <UnwrittenPage path="/blog" title="Blog" description="Stories from the hunts." />;
}
