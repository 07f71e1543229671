import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { PageHeading, Row } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { BelowForm } from '../features/accounts/below-form.tsx';
import { ResetForm } from '../features/accounts/reset-form.tsx';
import { useLinkToken } from '../features/accounts/use-link-token.ts';
import { useDelayedRedirect } from '../lib/use-delayed-redirect.ts';
import { useHistoryState } from '../lib/use-history-state.ts';

export function ResetPasswordPage() {
  const token = useLinkToken({ survivesReload: true });
  return (
    <Spread seed="new-password">
      <PageMeta
        path="/reset-password"
        title="Set New Password"
        description="Set a new password for your account."
        isHidden
      />
      {token === '' ? <InvalidLink /> : <NewPassword token={token} />}
    </Spread>
  );
}

function InvalidLink() {
  return (
    <>
      <PageHeading>Invalid Reset Link</PageHeading>
      <Notice tone="error">
        This password reset link is invalid. Please request a new password reset.
      </Notice>
      <Row>
        <LinkButton to="/request-reset" variant="primary">
          Request a new password reset
        </LinkButton>
      </Row>
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const [isDone, keepDone] = useHistoryState('passwordReset');
  return (
    <>
      <PageHeading>Set New Password</PageHeading>
      {isDone ? <PasswordChanged /> : <ResetForm token={token} onDone={() => keepDone('yes')} />}
      <BelowForm>
        <Link to="/login">Back to Login</Link>
      </BelowForm>
    </>
  );
}

function PasswordChanged() {
  useDelayedRedirect('/login');
  return (
    <Notice tone="success" takesFocus>
      <p>
        <strong>Password Reset Successful:</strong> Your password has been reset. Redirecting to
        login...
      </p>
    </Notice>
  );
}
