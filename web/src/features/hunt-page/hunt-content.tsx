import type { HuntData, Product } from '@cairn/contracts/http/hunts.ts';
import type { ReactNode } from 'react';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { HuntReport } from '../hunt-report/hunt-report.tsx';
import { SearchArea } from '../map/search-area.tsx';
import { HuntBanner } from './hunt-banner.tsx';
import { ClaimLink, HuntStatusNotice } from './hunt-completion.tsx';
import styles from './hunt-page.module.css';
import { NewestClue, NewSinceVisit } from './newest-clue.tsx';
import { NextRelease } from './next-release.tsx';
import { Releases } from './releases.tsx';
import { useVisit } from './use-visit.ts';

/** What came out last is on top; story and rules are folded after the first visit. */
export function HuntContent({ hunt, product }: { hunt: HuntData; product?: Product | undefined }) {
  const visit = useVisit(hunt);
  useHashTarget();
  const clues = hunt.clues.toReversed();
  const earlier = clues.slice(1);
  return (
    <div className={styles['columns']}>
      <div className={styles['latest']}>
        <HuntStatusNotice hunt={hunt} />
        <NewSinceVisit hunt={hunt} visit={visit} />
        {hunt.report && <HuntReport report={hunt.report} />}
        <NextRelease hunt={hunt} />
        <NewestClue hunt={hunt} clues={clues} visit={visit} />
      </div>
      <div className={styles['facts']}>
        {product && <HuntBanner hunt={product} />}
        <ClaimLink hunt={hunt} />
        {hunt.search_area && hunt.status !== 'complete' && (
          <SearchArea
            area={hunt.search_area}
            previous={product?.previous_search_areas ?? []}
            hunt={hunt}
          />
        )}
      </div>
      <div className={styles['earlier']}>
        {earlier.length > 0 && (
          <Releases title="Earlier clues" kind="clue" releases={earlier} visit={visit} />
        )}
        <Updates hunt={hunt} visit={visit} />
      </div>
      <div className={styles['background']}>
        {hunt.intro && (
          <Fold title="The story" isOpen={visit.isFirst}>
            <p className={styles['intro']}>{hunt.intro}</p>
          </Fold>
        )}
        <Rules rules={hunt.rules} isOpen={visit.isFirst} />
      </div>
    </div>
  );
}

type UpdatesProps = { hunt: HuntData; visit: ReturnType<typeof useVisit> };

function Updates({ hunt, visit }: UpdatesProps) {
  if (hunt.updates.length > 0) {
    const releases = hunt.updates.toReversed();
    return <Releases title="Updates" kind="update" releases={releases} visit={visit} />;
  }
  return (
    <section className={styles['section']}>
      <h2>Updates</h2>
      <p>{hunt.status === 'complete' ? 'No update came out.' : 'No update is out yet.'}</p>
    </section>
  );
}

/** One rule per line. */
function Rules({ rules, isOpen }: { rules: string; isOpen: boolean }) {
  const lines = rules.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return (
    <Fold title="Rules" isOpen={isOpen}>
      <ol className={styles['rules']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </Fold>
  );
}

type FoldProps = { title: string; isOpen: boolean; children: ReactNode };

function Fold({ title, isOpen, children }: FoldProps) {
  return (
    <details className={styles['fold']} open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
