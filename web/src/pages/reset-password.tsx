import { UnwrittenPage } from '../components/unwritten-page.tsx';

export function ResetPasswordPage() {
  return (
    <UnwrittenPage
      path="/reset-password"
      title="Set New Password"
      description="Set a new password for your account."
      isHidden
    />
  );
}
