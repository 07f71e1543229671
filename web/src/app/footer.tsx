import { Stones } from '../components/art/mark.tsx';
import { Container } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import { useIsHydrated } from '../lib/use-is-hydrated.ts';
import styles from './footer.module.css';
import { FOOTER_LINKS, SOCIAL_PROFILE } from './site.ts';

/** The prerendered year may be last year's. */
const YEAR_OF_BUILD = Number(import.meta.env['VITE_BUILD_YEAR']);

export function Footer() {
  const year = useIsHydrated() ? new Date().getFullYear() : YEAR_OF_BUILD;
  return (
    <footer className={styles['footer']}>
      <Container>
        <div className={styles['top']}>
          <p className={styles['brand']}>
            <Stones className={styles['stones']} />
            Cairn
          </p>
          <nav aria-label="Footer">
            <ul className={styles['links']}>
              {FOOTER_LINKS.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className={styles['bottom']}>
          <p>© {year} Cairn. All proceeds fund other hidden treasures.</p>
          <a href={SOCIAL_PROFILE.url} rel="me noopener" target="_blank">
            Cairn on {SOCIAL_PROFILE.name}
          </a>
        </div>
      </Container>
    </footer>
  );
}
