import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { PageHeading } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { BelowForm } from '../features/accounts/below-form.tsx';
import { EmailForm } from '../features/accounts/email-form.tsx';
import { useHistoryState } from '../lib/use-history-state.ts';

export function RequestResetPage() {
  const [isSent, keepSent] = useHistoryState('resetSent');
  return (
    <Spread seed="reset">
      <PageMeta
        path="/request-reset"
        title="Reset Password"
        description="Ask for a link that resets your password."
        isHidden
      />
      <PageHeading lead={isSent ? undefined : 'We mail you a link to set a new one.'}>
        Reset Password
      </PageHeading>
      {isSent ? (
        <Notice tone="success" takesFocus>
          <p>
            <strong>Check your email:</strong> If an account exists with that email, we've sent
            password reset instructions.
          </p>
        </Notice>
      ) : (
        <EmailForm
          endpoint="POST /api/auth/password-reset/request"
          buttonText="Send Reset Link"
          refusedText="Failed to request password reset"
          onSent={() => keepSent('yes')}
        />
      )}
      <BelowForm>
        <Link to="/login">Back to Login</Link>
      </BelowForm>
    </Spread>
  );
}
