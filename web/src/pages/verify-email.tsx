import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { Button, LinkButton } from '../components/ui/button.tsx';
import { PageHeading, Row } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { Notice } from '../components/ui/notice.tsx';
import {
  type FailedVerification,
  useEmailVerification,
  type VerifiedState,
} from '../features/accounts/use-email-verification.ts';
import { useSession } from '../features/session/use-session.ts';
import { useDelayedRedirect } from '../lib/use-delayed-redirect.ts';

export function VerifyEmailPage() {
  const wantsPassword = useWantsPassword();
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
      {verification.state === 'confirming' && <ConfirmLink confirm={verification.confirm} />}
      {verification.state === 'verified' && (
        <Verified {...verification} wantsPassword={wantsPassword} />
      )}
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

/** True for the mail's second link, for an owner of the address who did not sign up. */
function useWantsPassword(): boolean {
  const [wants] = useState(
    () =>
      typeof window !== 'undefined' &&
      new URLSearchParams(window.location.search).get('password') === 'new',
  );
  return wants;
}

function ConfirmLink({ confirm }: { confirm: () => void }) {
  const { user } = useSession();
  return (
    <>
      <PageHeading>You are already logged in</PageHeading>
      <Notice takesFocus>
        {user ? `You are logged in as ${user.email}.` : 'You are logged in.'} This link logs you in
        to the account that it was mailed for, and ends your login in this browser.
      </Notice>
      <Row>
        <Button variant="primary" ignoresDoubleClick onClick={confirm}>
          Use this link
        </Button>
        <LinkButton to="/dashboard">Stay logged in</LinkButton>
      </Row>
    </>
  );
}

function Verified(props: VerifiedState & { wantsPassword: boolean }) {
  if (props.wantsPassword) return <Navigate to={props.passwordPath} replace />;
  return props.hasPassword ? <Redirecting {...props} /> : <WithoutPassword {...props} />;
}

function Redirecting({ passwordPath }: VerifiedState) {
  useDelayedRedirect('/dashboard');
  return (
    <>
      <PageHeading>Email Verified!</PageHeading>
      <Notice tone="success" takesFocus>
        Redirecting to dashboard...
      </Notice>
      <p>
        You did not sign up? Then someone else chose the password.{' '}
        <Link to={passwordPath}>Set your own password</Link>
      </p>
    </>
  );
}

function WithoutPassword({ passwordPath }: VerifiedState) {
  return (
    <>
      <PageHeading>Email Verified!</PageHeading>
      <Notice takesFocus>
        Someone signed up with this address more than once, with different passwords. None of them
        works: set your own password.
      </Notice>
      <Row>
        <LinkButton to={passwordPath} variant="primary">
          Set your own password
        </LinkButton>
        <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
      </Row>
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

/** A link works once; a mail scanner or an earlier click may have used it. */
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
