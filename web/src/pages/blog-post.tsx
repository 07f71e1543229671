import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function BlogPostPage() {
  return (
    <UnwrittenPage
      path="/blog/post"
      title="The Art of Treasure Hunting"
      description="On the art of treasure hunting."
    />
  );
}
