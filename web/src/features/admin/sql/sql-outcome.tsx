import { Stack } from '../../../components/ui/layout.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import styles from '../ui/admin.module.css';
import { CopyButton } from '../ui/copy-button.tsx';
import { toCsv } from './cells.ts';
import { ResultTable } from './result-table.tsx';
import type { SelectResult, Sql } from './use-sql.ts';

export function SqlOutcome({ sql }: { sql: Sql }) {
  const { error, result } = sql;
  const selected = result && 'rows' in result ? result : null;
  return (
    <>
      {error && (
        <section>
          <Stack gap="small">
            <h2>Error</h2>
            <Notice tone="error">{error}</Notice>
          </Stack>
        </section>
      )}
      {result && 'message' in result && (
        <Notice tone="success" takesFocus>
          {result.message}
        </Notice>
      )}
      <LiveRegion>{selected && <Summary result={selected} />}</LiveRegion>
      {selected && selected.rows.length > 0 && <Rows rows={selected.rows} />}
    </>
  );
}

function Summary({ result }: { result: SelectResult }) {
  const { rows, rowCount, truncated } = result;
  if (rows.length === 0 && truncated)
    return (
      <Notice>The first row alone is bigger than 5 MB. Select fewer or shorter columns.</Notice>
    );
  if (rows.length === 0) return <p>No results found</p>;
  return (
    <Stack gap="small">
      <p>
        {rowCount} {rowCount === 1 ? 'row' : 'rows'}
      </p>
      {truncated && (
        <Notice>
          There is more than this: the result was cut at 1,000 rows or 5 MB. Narrow the query to see
          the rest.
        </Notice>
      )}
    </Stack>
  );
}

function Rows({ rows }: Pick<SelectResult, 'rows'>) {
  return (
    <section>
      <Stack gap="small">
        <div className={styles['split']}>
          <h2>Results</h2>
          <div className={styles['actions']}>
            <CopyButton text={() => toCsv(rows)} label="Copy as CSV" />
          </div>
        </div>
        <ResultTable label="Results" rows={rows} />
      </Stack>
    </section>
  );
}
