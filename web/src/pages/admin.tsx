import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function AdminPage() {
  return (
    <UnwrittenPage
      path="/admin"
      title="Admin Dashboard"
      description="The back office of Cairn."
      isHidden
    />
  );
}
