import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { PageHeading } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { BelowForm } from '../features/accounts/below-form.tsx';
import { EmailForm } from '../features/accounts/email-form.tsx';
import { useHistoryState } from '../lib/use-history-state.ts';

export function ResendVerificationPage() {
  const [isSent, keepSent] = useHistoryState('linkSent');
  return (
    <Spread seed="resend">
      <PageMeta
        path="/resend-verification"
        title="Resend Verification Email"
        description="Ask for a new verification link."
        isHidden
      />
      <PageHeading lead={isSent ? undefined : 'A new link to finish your sign-up.'}>
        Resend Verification Email
      </PageHeading>
      {isSent ? (
        <Notice tone="success" takesFocus>
          <p>
            <strong>Check your email:</strong> If an account exists with that email, we've sent a
            new verification link. Please check your inbox and spam/junk folder.
          </p>
        </Notice>
      ) : (
        <EmailForm
          endpoint="POST /api/auth/resend-verification"
          buttonText="Resend Verification Email"
          refusedText="Failed to resend verification email"
          onSent={() => keepSent('yes')}
        />
      )}
      <BelowForm>
        <Link to="/login">Back to Login</Link>
      </BelowForm>
    </Spread>
  );
}
