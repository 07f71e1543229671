import type { HuntReport as Report } from '@cairn/contracts/http/hunt-reports.ts';
import styles from './hunt-report.module.css';

/** The winner's story and the solutions. The server sanitised the HTML when it was written. */
export function HuntReport({ report }: { report: Report }) {
  const { winner_name: winner, story_html: story, solutions } = report;
  return (
    <section className={styles['report']} aria-labelledby="report">
      <h2 id="report">{winner ? `How ${winner} found the box` : 'How the box was found'}</h2>
      {story && <Html html={story} />}
      {solutions.length > 0 && (
        <>
          <h3>Solutions of the clues</h3>
          <ol className={styles['solutions']}>
            {solutions.map(({ number, title, body_html }) => (
              <li key={number} id={`solution-${number}`}>
                <h4>
                  Clue {number}: {title}
                </h4>
                <Html html={body_html} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Html({ html }: { html: string }) {
  return (
    <div
      className={styles['body']}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
