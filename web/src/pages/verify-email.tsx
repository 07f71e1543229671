import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { PageHeading, Row } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { useEmailVerification } from '../features/accounts/use-email-verification.ts';
import { useRedirectSoon } from '../lib/use-redirect-soon.ts';

export function VerifyEmailPage() {
  const verification = useEmailVerification();
  return (
    <Spread seed="signup">
      <PageMeta
        path="/verify-email"
        title="Verify Email"
        description="Verifies the email address of a new account."
        isHidden
      />
      {verification.state === 'verifying' && <Verifying />}
      {verification.state === 'verified' && <Verified />}
      {verification.state === 'failed' && <Failed reason={verification.reason} />}
    </Spread>
  );
}

function Verifying() {
  return (
    <>
      <PageHeading>Verifying your email</PageHeading>
      <Notice>One moment, we are checking your link...</Notice>
    </>
  );
}

function Verified() {
  useRedirectSoon('/dashboard');
  return (
    <>
      <PageHeading>Email Verified!</PageHeading>
      <Notice tone="success">Redirecting to dashboard...</Notice>
    </>
  );
}

function Failed({ reason }: { reason: string }) {
  return (
    <>
      <PageHeading>Verification Failed</PageHeading>
      <Notice tone="error">{reason}</Notice>
      <Row>
        <LinkButton to="/signup">Back to Sign Up</LinkButton>
        <LinkButton to="/resend-verification" variant="quiet">
          Ask for a new link
        </LinkButton>
      </Row>
    </>
  );
}
