import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function UnsubscribedPage() {
  return (
    <UnwrittenPage
      path="/unsubscribe-success"
      title="Unsubscribed Successfully"
      description="You are unsubscribed from all email notifications."
      isHidden
    />
  );
}
