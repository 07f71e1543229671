import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { Stack } from '../../components/ui/layout.tsx';
import styles from './hunt-page.module.css';
import { Releases } from './releases.tsx';

export function HuntContent({ hunt }: { hunt: HuntData }) {
  return (
    <div className={styles['columns']}>
      {hunt.intro && <p className={styles['intro']}>{hunt.intro}</p>}
      <Rules rules={hunt.rules} />
      <div className={styles['releases-column']}>
        <Releases title="Clues" name="Clue" releases={hunt.clues} emptyText="No clue is out yet." />
        <Releases
          title="Updates"
          name="Update"
          releases={hunt.updates}
          emptyText="No update is out yet."
        />
      </div>
    </div>
  );
}

/** One rule a line. */
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
