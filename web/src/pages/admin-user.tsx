import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function AdminUserPage() {
  return (
    <UnwrittenPage
      path="/admin"
      title="User Details"
      description="One account in the back office."
      isHidden
    />
  );
}
