import { Link } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { PageHeading } from '../components/ui/layout.tsx';
import { AccountSpread, BelowForm } from '../features/accounts/account-spread.tsx';
import { LoginForm } from '../features/accounts/login-form.tsx';

export function LoginPage() {
  return (
    <AccountSpread seed="login">
      <PageMeta
        path="/login"
        title="Login"
        description="Log in to Cairn, to your hunts, their clues and their updates."
      />
      <PageHeading lead="Back on the trail.">Login</PageHeading>
      <LoginForm />
      <BelowForm>
        New to Cairn? <Link to="/signup">Sign up</Link>
      </BelowForm>
    </AccountSpread>
  );
}
