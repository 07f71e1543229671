import type { ReactNode } from 'react';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import styles from './faq.module.css';

/** `id` is the hash of the link to the answer: /faq#id. */
type Question = { id: string; question: string; answer: ReactNode };
export type FaqGroup = { title: string; questions: readonly Question[] };

/** Native disclosure elements: found by the browser's search, and work by keyboard and without scripts. */
export function FaqList({ groups }: { groups: readonly FaqGroup[] }) {
  useHashTarget(openAnswer);
  return groups.map(({ title, questions }) => (
    <section key={title} className={styles['group']}>
      <h2>{title}</h2>
      <div className={styles['questions']}>
        {questions.map(({ id, question, answer }) => (
          <details key={id} id={id} className={styles['item']}>
            <summary>
              <h3>{question}</h3>
              <span className={styles['sign']} aria-hidden="true" />
            </summary>
            <div className={styles['answer']}>{answer}</div>
          </details>
        ))}
      </div>
    </section>
  ));
}

function openAnswer(target: HTMLElement) {
  if (target instanceof HTMLDetailsElement) target.open = true;
}
