import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { formatDay } from '../../lib/dates.ts';
import styles from './hunt-page.module.css';
import type { Visit } from './use-visit.ts';

export type Kind = 'clue' | 'update';
export type Release = HuntData['clues'][number];

const NAMES = { clue: 'Clue', update: 'Update' };

/** `Clue 3: The Stair to Nowhere` */
export function releaseName(kind: Kind, { number, title }: Release): string {
  return `${NAMES[kind]} ${number}: ${title}`;
}

/** The id of its element, which links in alerts lead to. */
export function releaseAnchor(kind: Kind, { number }: Release): string {
  return `${kind}-${number}`;
}

type Props = { title: string; kind: Kind; releases: readonly Release[]; visit: Visit };

/** Clues or updates, the newest first. */
export function Releases({ title, kind, releases, visit }: Props) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      <ol className={styles['releases']} reversed>
        {releases.map((release) => (
          <li key={release.id}>
            <ReleaseText kind={kind} release={release} isNew={visit.isNew(release)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type TextProps = { kind: Kind; release: Release; isNew: boolean };

/** The server sanitised the HTML when it was written. */
export function ReleaseText({ kind, release, isNew }: TextProps) {
  return (
    <article id={releaseAnchor(kind, release)} className={styles['release']}>
      <h3 tabIndex={-1}>{releaseName(kind, release)}</h3>
      <p className={styles['published']}>
        <time dateTime={release.published_at}>{formatDay(release.published_at)}</time>
        {isNew && <Badge tone="good">New since your visit</Badge>}
      </p>
      <div
        className={styles['body']}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
        dangerouslySetInnerHTML={{ __html: release.body_html }}
      />
    </article>
  );
}
