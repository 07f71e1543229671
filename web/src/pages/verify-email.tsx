import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { Card, Page, PageHeading, Row, Stack } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { useEmailVerification } from '../features/accounts/use-email-verification.ts';

const REDIRECT_MS = 3000;

export function VerifyEmailPage() {
  const verification = useEmailVerification();
  return (
    <Page isNarrow>
      <PageMeta
        path="/verify-email"
        title="Verify Email"
        description="Verifies the email address of a new account."
        isHidden
      />
      <Card>
        <Stack>
          {verification.state === 'verifying' && <Verifying />}
          {verification.state === 'verified' && <Verified />}
          {verification.state === 'failed' && <Failed reason={verification.reason} />}
        </Stack>
      </Card>
    </Page>
  );
}

function Verifying() {
  return (
    <>
      <PageHeading>Verifying your email</PageHeading>
      <p role="status">One moment, we are checking your link...</p>
    </>
  );
}

function Verified() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/dashboard', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
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
      </Row>
    </>
  );
}
