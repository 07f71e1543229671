import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function ResendVerificationPage() {
  return (
    <UnwrittenPage
      path="/resend-verification"
      title="Resend Verification Email"
      description="Ask for a new verification link."
      isHidden
    />
  );
}
