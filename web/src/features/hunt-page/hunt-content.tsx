import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { Stack } from '../../components/ui/layout.tsx';
import styles from './hunt-page.module.css';
import { NextRelease } from './next-release.tsx';
import { Releases } from './releases.tsx';

export function HuntContent({ hunt }: { hunt: HuntData }) {
  return (
    <div className={styles['columns']}>
      {hunt.intro && <p className={styles['intro']}>{hunt.intro}</p>}
      <Rules rules={hunt.rules} />
      <div className={styles['releases-column']}>
        <NextRelease hunt={hunt} />
        <Releases
          title="Clues"
          name="Clue"
          releases={hunt.clues}
          emptyText={hunt.status === 'complete' ? 'No clue came out.' : NO_CLUE_YET}
        />
        <Releases
          title="Updates"
          name="Update"
          releases={hunt.updates}
          emptyText={hunt.status === 'complete' ? 'No update came out.' : 'No update is out yet.'}
        />
      </div>
    </div>
  );
}

const NO_CLUE_YET =
  'No clue is out yet. Clues come about once a week, for everybody at the same moment; we tell you by the alerts of your dashboard.';

/** One rule per line. */
function Rules({ rules }: { rules: string }) {
  const lines = rules.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return (
    <section className={styles['rules']}>
      <Stack>
        <h2>Rules</h2>
        <ol>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </Stack>
    </section>
  );
}
