import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Stones } from '../components/art/mark.tsx';
import { classNames } from '../components/ui/class-names.ts';
import { Container } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { logOut } from '../features/session/log-out.ts';
import { useSession } from '../features/session/use-session.ts';
import { useIsHydrated } from '../lib/use-is-hydrated.ts';
import styles from './header.module.css';

const MENU_ID = 'site-menu';

export function Header() {
  const [isOpen, setOpen] = useMenu();
  const isHydrated = useIsHydrated();
  return (
    <header className={styles['header']}>
      <Container>
        <div className={styles['bar']}>
          <Link to="/" className={styles['brand']} aria-label="Cairn, home">
            <Stones className={styles['stones']} />
            Cairn
          </Link>
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={isOpen}
            aria-controls={MENU_ID}
            disabled={!isHydrated}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Close' : 'Menu'}
          </button>
          <nav
            id={MENU_ID}
            aria-label="Main"
            className={`${styles['nav']} ${isOpen ? styles['open'] : ''}`}
          >
            <MenuItems />
          </nav>
        </div>
      </Container>
    </header>
  );
}

function MenuItems() {
  const { isSignedIn, isKnown } = useSession();
  const navigate = useNavigate();
  function leave() {
    logOut();
    navigate('/');
  }
  const pending = isKnown ? '' : 'until-known';
  if (!isSignedIn) {
    return (
      <>
        <MenuLink to="/hunts" className={pending}>
          Hunts
        </MenuLink>
        <MenuLink to="/login" className={pending}>
          Login
        </MenuLink>
        <MenuLink to="/signup" className={classNames(styles['framed'], pending)}>
          Signup
        </MenuLink>
      </>
    );
  }
  return (
    <>
      <MenuLink to="/dashboard">Dashboard</MenuLink>
      <MenuLink to="/hunts">Hunts</MenuLink>
      <button type="button" onClick={leave}>
        Log Out
      </button>
    </>
  );
}

function MenuLink({ to, ...rest }: { to: string; className?: string; children: string }) {
  const isHere = useLocation().pathname === to;
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />;
}

/** The menu is open until a navigation or Escape. */
function useMenu() {
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === pathname;
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpenOn(null);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isOpen]);
  return [isOpen, (open: boolean) => setOpenOn(open ? pathname : null)] as const;
}
