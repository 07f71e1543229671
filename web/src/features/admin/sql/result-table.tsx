import styles from '../ui/admin.module.css';
import { columnsOf, textOf } from './cells.ts';
import own from './sql.module.css';

type SqlRow = Record<string, unknown>;
type Props = {
  label: string;
  rows: SqlRow[];
  /** These columns come first and are highlighted. */
  changed?: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

/** Rows in the order of the result, in a region that scrolls both ways, also by keyboard. */
export function ResultTable({ label, rows, changed = NONE }: Props) {
  const columns = columnsOf(rows).toSorted(
    (one, other) => Number(changed.has(other)) - Number(changed.has(one)),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className={own['result']} aria-label={label} tabIndex={0}>
      <table className={styles['mono']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a query have no name
            <tr key={index}>
              {columns.map((column) => (
                <td
                  key={column}
                  data-null={row[column] === null ? true : undefined}
                  data-changed={changed.has(column) ? true : undefined}
                >
                  {textOf(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
