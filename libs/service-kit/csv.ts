export type Cell = string | number | boolean | null;

/**
 * Spreadsheet programs execute cells that begin so as formulas. Some locales also split cells at
 * semicolons, tabs and line breaks, within quotation marks too.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@])|^(?=[\t\r])/g;

/**
 * Lines of a CSV file (RFC 4180). A text that a spreadsheet program would execute as a formula gets an
 * apostrophe before it, which those programs do not show (OWASP, "CSV Injection").
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
