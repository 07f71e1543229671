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

/** Shows what an UPDATE would do; nothing has changed until it is confirmed. */
export function UpdateDialog({ sql }: { sql: Sql }) {
  const { trial, commit, leaveTrial } = sql;
  const count = trial?.answer.rowCount ?? 0;
  const rows = count === 1 ? '1 row' : `${count} rows`;
  const changed = columnsChanged(trial?.answer.before ?? [], trial?.answer.after ?? []);
  return (
    <Dialog
      isOpen={trial !== null}
      onClose={leaveTrial}
      title={`Change ${rows}?`}
      size="broad"
      isHeld={commit.isPending}
    >
      <Stack>
        <p>
          {count === 0
            ? 'This UPDATE would change no row.'
            : 'This was only tried: nothing has changed yet.'}
        </p>
        {count > 1 && trial?.answer.isEveryRow && (
          <Notice tone="error">
            The WHERE leaves no row out: these are all {count} rows of the table.
          </Notice>
        )}
        {trial && count > 0 && (
          <>
            <h3>Before</h3>
            <ResultTable label="Before" rows={trial.answer.before} changed={changed} />
            <h3>After</h3>
            <ResultTable label="After" rows={trial.answer.after} changed={changed} />
          </>
        )}
        {commit.error && <Notice tone="error">{messageOf(commit.error, FAILED)}</Notice>}
      </Stack>
      <DialogActions>
        <Button
          variant="danger"
          isOnce
          disabled={count === 0}
          isBusy={commit.isPending}
          onClick={() => trial && commit.mutate(trial)}
        >
          Change {rows}
        </Button>
        <Button variant="quiet" disabled={commit.isPending} onClick={leaveTrial}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
