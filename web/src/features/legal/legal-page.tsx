import type { ReactNode } from 'react';
import { Page, PageHeading } from '../../components/ui/layout.tsx';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { JoinButton } from '../session/join-button.tsx';
import styles from './legal.module.css';

export type LegalSection = { id: string; title: string; body: ReactNode };

type Props = {
  title: string;
  /** In the format of SPEC: month/day/year. */
  lastUpdated: string;
  summary: string;
  sections: readonly LegalSection[];
};

/** A long text with its table of contents and a link to the next page. */
export function LegalPage({ title, lastUpdated, summary, sections }: Props) {
  useHashTarget();
  return (
    <Page>
      <PageHeading lead={summary}>{title}</PageHeading>
      <p className={styles['date']}>Last updated {lastUpdated}</p>
      <div className={styles['columns']}>
        <Contents sections={sections} />
        <div className={styles['text']}>
          {sections.map(({ id, title: heading, body }, index) => (
            <section key={id} id={id} className={styles['section']}>
              <h2 tabIndex={-1}>
                <span className={styles['number']}>{index + 1}</span> {heading}
              </h2>
              {body}
            </section>
          ))}
          <div className={styles['end']}>
            <JoinButton />
          </div>
        </div>
      </div>
    </Page>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav className={styles['contents']} aria-label="On this page">
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
