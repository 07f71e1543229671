import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { PageHeading, Prose } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { BelowForm } from '../features/accounts/below-form.tsx';
import { SignupForm } from '../features/accounts/signup-form.tsx';
import { useFocusOnMount } from '../lib/use-focus-on-mount.ts';
import { useHistoryState } from '../lib/use-history-state.ts';

export function SignupPage() {
  const [sentTo, setSentTo] = useHistoryState('signedUpAs');
  return (
    <Spread seed="signup">
      <PageMeta
        path="/signup"
        title="Sign Up"
        description="Make an account, join a hunt and get its clues."
      />
      {sentTo ? (
        <CheckYourEmail email={sentTo} />
      ) : (
        <>
          <PageHeading lead="An account costs nothing. You pay once for each hunt that you join.">
            Sign Up
          </PageHeading>
          <SignupForm onSent={setSentTo} />
          <BelowForm>
            Already have an account? <Link to="/login">Login</Link>
          </BelowForm>
        </>
      )}
    </Spread>
  );
}

function CheckYourEmail({ email }: { email: string }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Check your email
      </h1>
      <Prose>
        <p>
          We sent a verification link to <strong>{email}</strong>. Open it to finish your sign-up.
        </p>
        <p>
          Nothing there after a few minutes? Please check your spam folder, or{' '}
          <Link to="/resend-verification" state={{ email }}>
            ask for a new link
          </Link>
          .
        </p>
      </Prose>
    </>
  );
}
