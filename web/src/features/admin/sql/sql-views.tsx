import { Tabs } from 'radix-ui';
import { classNames } from '../../../components/ui/class-names.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import tabs from '../admin-tabs.module.css';
import styles from '../ui/admin.module.css';
import { CopyButton } from '../ui/copy-button.tsx';
import own from './sql.module.css';
import { SqlOutcome } from './sql-outcome.tsx';
import type { Plan, Sql, SqlView } from './use-sql.ts';

/** What a query returned, and how Postgres runs it, in a tab each. */
export function SqlViews({ sql }: { sql: Sql }) {
  return (
    <Tabs.Root value={sql.view} onValueChange={(view) => sql.setView(view as SqlView)}>
      <Tabs.List className={tabs['tabs']} aria-label="Result and plan">
        <Tabs.Trigger value="results" className={tabs['tab']}>
          Results
        </Tabs.Trigger>
        <Tabs.Trigger value="plan" className={tabs['tab']}>
          Plan
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="results" tabIndex={-1} className={tabs['panel']}>
        <SqlOutcome sql={sql} />
      </Tabs.Content>
      <Tabs.Content value="plan" tabIndex={-1} className={tabs['panel']}>
        <PlanView sql={sql} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function PlanView({ sql: { plan, planError, isExplaining } }: { sql: Sql }) {
  if (planError)
    return (
      <section>
        <Stack gap="small">
          <h2>Error</h2>
          <Notice tone="error">{planError}</Notice>
        </Stack>
      </section>
    );
  const shown = isExplaining ? null : plan;
  return (
    <Stack gap="small">
      <LiveRegion>{shown && <p>{describePlan(shown)}</p>}</LiveRegion>
      {!shown && !isExplaining && (
        <p className={styles['faint']}>Explain shows here how Postgres runs the query.</p>
      )}
      {shown && (
        <>
          <pre className={classNames(styles['mono'], own['planned'])}>{shown.query}</pre>
          <section
            className={own['result']}
            aria-label="Plan"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
          >
            <pre className={classNames(styles['mono'], own['plan'])}>{shown.plan}</pre>
          </section>
          <div className={styles['actions']}>
            <CopyButton text={() => shown.plan} label="Copy the plan" />
          </div>
        </>
      )}
    </Stack>
  );
}

function describePlan({ isAnalyzed }: Plan): string {
  return isAnalyzed
    ? 'The plan with measured times: the query was run, and its rows were discarded.'
    : 'The plan with estimates only: an UPDATE is not run, and a query is stopped after 5 seconds.';
}
