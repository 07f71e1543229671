import { LinkButton } from '../../components/ui/button.tsx';
import { Container } from '../../components/ui/layout.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './hero.module.css';
import { TrailMap } from './trail-map.tsx';

export function Hero() {
  const { token } = useSession();
  return (
    <section className={styles['hero']}>
      <TrailMap />
      <Container>
        <div className={styles['text']}>
          <h1 tabIndex={-1}>Hunt for Treasure Worth Thousands</h1>
          <p className={styles['lead']}>
            A wooden box is hidden somewhere outdoors. Solve the clues and find the treasure. All
            proceeds fund other hidden treasures.
          </p>
          {token ? (
            <LinkButton to="/dashboard" variant="primary">
              Go to Dashboard
            </LinkButton>
          ) : (
            <LinkButton to="/signup" variant="primary">
              Join the hunt
            </LinkButton>
          )}
        </div>
      </Container>
    </section>
  );
}
