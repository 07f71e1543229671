import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import styles from './hunt-page.module.css';
import { type Kind, type Release, ReleaseText, releaseAnchor, releaseName } from './releases.tsx';
import type { Visit } from './use-visit.ts';

type Props = { hunt: HuntData; clues: readonly Release[]; visit: Visit };

/** The newest clue, with links to all of them. */
export function NewestClue({ hunt, clues, visit }: Props) {
  const [newest] = clues;
  if (!newest) {
    return (
      <section className={styles['section']}>
        <h2>Clues</h2>
        <p>{hunt.status === 'complete' ? 'No clue came out.' : NO_CLUE_YET}</p>
      </section>
    );
  }
  return (
    <section className={styles['section']}>
      <h2>Newest clue</h2>
      <ReleaseText kind="clue" release={newest} isNew={visit.isNew(newest)} />
      {clues.length > 1 && <ClueLinks clues={clues} />}
    </section>
  );
}

const NO_CLUE_YET =
  'No clue is out yet. Clues come about once a week, for everyone at the same moment; we notify you by the alerts of your dashboard.';

function ClueLinks({ clues }: { clues: readonly Release[] }) {
  return (
    <nav className={styles['clue-links']} aria-label="All clues">
      <ol>
        {clues.toReversed().map((clue) => (
          <li key={clue.id}>
            <Link to={`#${releaseAnchor('clue', clue)}`} title={clue.title}>
              Clue {clue.number}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Links to what came out after the previous visit. */
export function NewSinceVisit({ hunt, visit }: { hunt: HuntData; visit: Visit }) {
  const all: [Kind, Release[]][] = [
    ['clue', hunt.clues],
    ['update', hunt.updates],
  ];
  const news = all.flatMap(([kind, releases]) =>
    releases.filter(visit.isNew).map((release) => ({ kind, release })),
  );
  if (news.length === 0) return null;
  return (
    <Notice title="New since your visit">
      <ul className={styles['news']}>
        {news.map(({ kind, release }) => (
          <li key={release.id}>
            <Link to={`#${releaseAnchor(kind, release)}`}>{releaseName(kind, release)}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
