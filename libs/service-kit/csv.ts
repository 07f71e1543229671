type Cell = string | number | boolean | null;

/** Spreadsheet programs execute cells that begin so as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Lines of a CSV file (RFC 4180). A text that a spreadsheet program would execute as a formula gets a
 * leading apostrophe, which those programs do not show (OWASP, "CSV Injection").
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
