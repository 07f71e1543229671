import { Container } from '../../components/ui/layout.tsx';
import styles from './home.module.css';

export function GroundRules() {
  return (
    <section className={styles['section']}>
      <Container>
        <div className={styles['split']}>
          <div className={styles['intro']}>
            <h2>Where it can be, and where it never is</h2>
            <p>The same rules hold for every treasure that we hide.</p>
          </div>
          <ul className={styles['rules']}>
            <li>Within 3 miles of a paved road.</li>
            <li>Never on an island, never on private property.</li>
            <li>No climbing, no digging, no swimming.</li>
          </ul>
        </div>
      </Container>
    </section>
  );
}
