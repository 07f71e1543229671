type SqlRow = Record<string, unknown>;

export function columnsOf(rows: readonly SqlRow[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Columns whose values differ between two versions of the same rows. */
export function columnsChanged(before: readonly SqlRow[], after: readonly SqlRow[]): Set<string> {
  const differs = (column: string) =>
    after.some((row, index) => textOf(row[column]) !== textOf(before[index]?.[column]));
  return new Set(columnsOf(after).filter(differs));
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const NEEDS_QUOTES = /[",\r\n]/;
/** Prefixes that spreadsheets interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** CSV by RFC 4180 with a header. NULL is empty; formulas are escaped. */
export function toCsv(rows: readonly SqlRow[]): string {
  const columns = columnsOf(rows);
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column])));
  return [columns.map(csvCell), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = textOf(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
