import { Pile } from '../../components/art/mark.tsx';
import { Container } from '../../components/ui/layout.tsx';
import styles from './home.module.css';

const STEPS = [
  {
    title: 'Join a hunt',
    text: 'Pick a region, sign up and pay once by card. The prize grows as more people join.',
  },
  {
    title: 'Solve the clues',
    text: 'Clues and updates come about once a week, and email and SMS alerts tell you of them.',
  },
  {
    title: 'Find the box',
    text: 'The treasure holds a code. Submit it online, anonymously, to claim the rest of the prize.',
  },
];

export function HowItWorks() {
  return (
    <section className={`${styles['section']} ${styles['sunken']}`}>
      <Container>
        <h2>How a hunt goes</h2>
        <ol className={styles['steps']}>
          {STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <Pile stones={stonesOf(index)} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  );
}

function stonesOf(index: number): 1 | 2 | 3 {
  if (index === 0) return 1;
  return index === 1 ? 2 : 3;
}
