import { Link } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { Button, LinkButton } from '../components/ui/button.tsx';
import { PageHeading, Row } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import {
  type FailedVerification,
  useEmailVerification,
} from '../features/accounts/use-email-verification.ts';
import { useSession } from '../features/session/use-session.ts';
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
      {verification.state === 'failed' && <Failed {...verification} />}
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
      <Notice tone="success" takesFocus>
        Redirecting to dashboard...
      </Notice>
    </>
  );
}

function Failed({ reason, retry, isRetrying }: FailedVerification) {
  return (
    <>
      <PageHeading>Verification Failed</PageHeading>
      <Notice tone="error">{reason}</Notice>
      <AlreadyVerified />
      <Row>
        {retry && (
          <Button variant="primary" isBusy={isRetrying} onClick={retry}>
            {isRetrying ? 'Trying again...' : 'Try again'}
          </Button>
        )}
        <LinkButton to="/signup">Back to Sign Up</LinkButton>
        <LinkButton to="/resend-verification" variant="quiet">
          Ask for a new link
        </LinkButton>
      </Row>
    </>
  );
}

/** A link works once: a mail program that looked into it, or a second click, leaves this page behind. */
function AlreadyVerified() {
  const { user } = useSession();
  if (user?.emailVerified) {
    return (
      <p>
        You are logged in as {user.email}, and that address is verified.{' '}
        <Link to="/dashboard">Go to Dashboard</Link>
      </p>
    );
  }
  return (
    <p>
      If this link was opened before, your address may be verified already: just{' '}
      <Link to="/login">log in</Link>.
    </p>
  );
}
