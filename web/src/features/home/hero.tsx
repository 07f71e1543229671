import { Container } from '../../components/ui/layout.tsx';
import { JoinButton } from '../session/join-button.tsx';
import styles from './hero.module.css';
import { TrailMap } from './trail-map.tsx';

export function Hero() {
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
          <JoinButton />
        </div>
      </Container>
    </section>
  );
}
