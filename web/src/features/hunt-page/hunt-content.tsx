import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { Stack } from '../../components/ui/layout.tsx';
import styles from './hunt-page.module.css';
import { Releases } from './releases.tsx';

export function HuntContent({ hunt }: { hunt: HuntData }) {
  const rules = hunt.rules.split('\n').filter((rule) => rule.trim() !== '');
  return (
    <>
      {hunt.intro && <p className={styles['intro']}>{hunt.intro}</p>}
      <div className={styles['columns']}>
        <Stack gap="large">
          <Releases
            title="Clues"
            name="Clue"
            releases={hunt.clues}
            emptyText="No clue is out yet."
          />
          <Releases
            title="Updates"
            name="Update"
            releases={hunt.updates}
            emptyText="No update is out yet."
          />
        </Stack>
        {rules.length > 0 && (
          <section className={styles['rules']}>
            <Stack>
              <h2>Rules</h2>
              <ol>
                {rules.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ol>
            </Stack>
          </section>
        )}
      </div>
    </>
  );
}
