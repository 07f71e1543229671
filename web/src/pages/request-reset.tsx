import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function RequestResetPage() {
  return (
    <UnwrittenPage
      path="/request-reset"
      title="Reset Password"
      description="Ask for a link that resets your password."
      isHidden
    />
  );
}
