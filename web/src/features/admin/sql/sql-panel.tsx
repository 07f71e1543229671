import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import styles from '../ui/admin.module.css';
import { TextArea } from '../ui/fields.tsx';
import own from './sql.module.css';
import { SqlTables } from './sql-tables.tsx';
import { SqlViews } from './sql-views.tsx';
import { UpdateDialog } from './update-dialog.tsx';
import { useSql } from './use-sql.ts';

export function SqlPanel() {
  const sql = useSql();
  const box = useRef<HTMLTextAreaElement>(null);
  const [showsBlankError, setShowsBlankError] = useState(false);
  function execute(act = sql.execute) {
    setShowsBlankError(sql.isBlank);
    if (sql.isBlank) box.current?.focus();
    else act();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    execute();
  }
  return (
    <div className={own['columns']}>
      <Stack>
        <TextArea
          ref={box}
          label="SQL query"
          rows={8}
          className={styles['mono']}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={sql.query}
          maxLength={20_000}
          hint="Only SELECT and UPDATE queries are allowed. DELETE, DROP, CREATE, ALTER and similar are not supported."
          error={showsBlankError && sql.isBlank ? 'A query is required' : undefined}
          onChange={(event) => sql.setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles['actions']}>
          <Button
            variant="primary"
            disabled={sql.isBlank}
            isBusy={sql.isExecuting}
            aria-keyshortcuts="Control+Enter"
            onClick={() => execute()}
          >
            {sql.isExecuting ? 'Executing...' : 'Execute'}
          </Button>
          <Button
            disabled={sql.isBlank}
            isBusy={sql.isExplaining}
            onClick={() => execute(sql.explain)}
          >
            Explain
          </Button>
          <span className={styles['faint']}>Ctrl+Enter executes.</span>
          {sql.savedQuery !== null && (
            <Button variant="quiet" onClick={sql.restoreQuery}>
              Bring my query back
            </Button>
          )}
        </div>
        <SqlViews sql={sql} />
      </Stack>
      <SqlTables
        onUse={(name) => {
          sql.selectFrom(name);
          box.current?.focus();
        }}
      />
      <UpdateDialog sql={sql} />
    </div>
  );
}
