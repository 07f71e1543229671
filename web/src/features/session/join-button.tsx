import { LinkButton } from '../../components/ui/button.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import styles from './join-button.module.css';
import { useSession } from './use-session.ts';

/** To the dashboard where a token is kept, otherwise to sign-up; says neither before it is known. */
export function JoinButton({ label = 'Join the hunt' }: { label?: string }) {
  const { token, isKnown } = useSession();
  const goal = token ? DASHBOARD : { to: '/signup', text: label };
  return (
    <LinkButton
      to={goal.to}
      variant="primary"
      className={classNames(styles['goal'], !isKnown && 'until-known')}
    >
      {goal.text}
    </LinkButton>
  );
}

const DASHBOARD = { to: '/dashboard', text: 'Go to Dashboard' };
