import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function AdminActivityPage() {
  return (
    <UnwrittenPage
      path="/admin"
      title="Activity Details"
      description="One act of staff in the back office."
      isHidden
    />
  );
}
