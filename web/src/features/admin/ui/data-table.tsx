import type { ReactNode } from 'react';
import { classNames } from '../../../components/ui/class-names.ts';
import { VisuallyHidden } from '../../../components/ui/visually-hidden.tsx';
import styles from './data-table.module.css';

export type Direction = 'asc' | 'desc';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Replaces the title, for example by a checkbox that selects all rows. */
  header?: ReactNode;
  /** Name of the sort parameter; undefined if the column cannot be sorted. */
  sort?: string;
  isNumber?: boolean;
  /** May contain one long word, such as an email address. */
  isLong?: boolean;
};

export type Sorting = { by: string; direction: Direction; onSort: (by: string) => void };

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  emptyText: string;
  sorting?: Sorting;
  /** The rows are from the previous query while the next one loads. */
  isStale?: boolean;
};

/** A table on wide screens, labelled cards on a phone. Explicit roles, because `display: block` removes them. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, emptyText, isStale } = props;
  if (rows.length === 0) return <p className={styles['none']}>{emptyText}</p>;
  return (
    <section
      className={classNames(styles['frame'], isStale && styles['stale'])}
      aria-label={`${label}, scrolling table`}
      aria-busy={isStale || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      {/* biome-ignore-start lint/a11y/noRedundantRoles: display: block takes them away */}
      <table className={styles['table']} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Header key={column.title} column={column} sorting={props.sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ title, cell, isNumber, isLong }) => (
                <td
                  key={title}
                  role="cell"
                  data-label={title}
                  className={classNames(isNumber && styles['number'], isLong && styles['long'])}
                >
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: display: block takes them away */}
    </section>
  );
}

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting?: Sorting }) {
  const { sort, title, header, isNumber } = column;
  const isSorted = sorting !== undefined && sort === sorting.by;
  const order = isSorted ? ORDERS[sorting.direction] : undefined;
  return (
    <th scope="col" aria-sort={order} className={classNames(isNumber && styles['number'])}>
      {sort && sorting ? (
        <button type="button" className={styles['sort']} onClick={() => sorting.onSort(sort)}>
          {title}
          <span aria-hidden="true" className={styles['arrow']}>
            {isSorted ? ARROWS[sorting.direction] : '↕'}
          </span>
          <VisuallyHidden>, sort</VisuallyHidden>
        </button>
      ) : (
        (header ?? title)
      )}
    </th>
  );
}

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: '↑', desc: '↓' };
