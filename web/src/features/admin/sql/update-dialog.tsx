import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { columnsChanged } from './cells.ts';
import { ResultTable } from './result-table.tsx';
import type { Sql } from './use-sql.ts';

const FAILED = {
  refused: 'Failed to execute SQL query',
  failed:
    'There was no answer, so it is not known whether the update was made. Look at the rows before you try again.',
};

/** Shows the dry run of an UPDATE and executes it after a confirmation. */
export function UpdateDialog({ sql }: { sql: Sql }) {
  const { preview, commit, closePreview } = sql;
  const count = preview?.answer.rowCount ?? 0;
  const rows = count === 1 ? '1 row' : `${count} rows`;
  const changed = columnsChanged(preview?.answer.before ?? [], preview?.answer.after ?? []);
  return (
    <Dialog
      isOpen={preview !== null}
      onClose={closePreview}
      title={`Change ${rows}?`}
      size="broad"
      isLocked={commit.isPending}
    >
      <Stack>
        <p>
          {count === 0
            ? 'This UPDATE would change no row.'
            : 'This was only tried: nothing has changed yet.'}
        </p>
        {count > 1 && preview?.answer.isEveryRow && (
          <Notice tone="error">
            The WHERE leaves no row out: these are all {count} rows of the table.
          </Notice>
        )}
        {preview && count > 0 && (
          <>
            <h3>Before</h3>
            <ResultTable label="Before" rows={preview.answer.before} changed={changed} />
            <h3>After</h3>
            <ResultTable label="After" rows={preview.answer.after} changed={changed} />
          </>
        )}
        {commit.error && <Notice tone="error">{messageOf(commit.error, FAILED)}</Notice>}
      </Stack>
      <DialogActions>
        <Button
          variant="danger"
          ignoresDoubleClick
          disabled={count === 0}
          isBusy={commit.isPending}
          onClick={() => preview && commit.mutate(preview)}
        >
          Change {rows}
        </Button>
        <Button variant="quiet" disabled={commit.isPending} onClick={closePreview}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
