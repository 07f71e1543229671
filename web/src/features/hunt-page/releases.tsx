import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { Stack } from '../../components/ui/layout.tsx';
import { formatDay } from '../../lib/dates.ts';
import styles from './hunt-page.module.css';

type Props = { title: string; name: string; releases: HuntData['clues']; emptyText: string };

/** Clues or updates. The server sanitised their HTML when they were written. */
export function Releases({ title, name, releases, emptyText }: Props) {
  return (
    <section>
      <Stack>
        <h2>{title}</h2>
        {releases.length === 0 && <p>{emptyText}</p>}
        <ol className={styles['releases']}>
          {releases.map((release) => (
            <li key={release.id} className={styles['release']}>
              <h3>
                {name} {release.number}: {release.title}
              </h3>
              <time dateTime={release.published_at}>{formatDay(release.published_at)}</time>
              <div
                className={styles['body']}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
                dangerouslySetInnerHTML={{ __html: release.body_html }}
              />
            </li>
          ))}
        </ol>
      </Stack>
    </section>
  );
}
