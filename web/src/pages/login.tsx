import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { PageHeading } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { BelowForm } from '../features/accounts/below-form.tsx';
import { LoginForm } from '../features/accounts/login-form.tsx';

export function LoginPage() {
  return (
    <Spread seed="login">
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
    </Spread>
  );
}
