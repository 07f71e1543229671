import { LinkButton } from '../../components/ui/button.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import styles from './join-button.module.css';
import { useSession } from './use-session.ts';

/** Links to the dashboard with a token, otherwise to sign-up; empty until the session is known. */
export function JoinButton({ label = 'Join the hunt' }: { label?: string }) {
  const { token, isKnown } = useSession();
  const target = token ? DASHBOARD : { to: '/signup', text: label };
  return (
    <LinkButton
      to={target.to}
      variant="primary"
      className={classNames(styles['target'], !isKnown && 'until-known')}
    >
      {target.text}
    </LinkButton>
  );
}

const DASHBOARD = { to: '/dashboard', text: 'Go to Dashboard' };
