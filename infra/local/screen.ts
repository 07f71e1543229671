const ESCAPE = String.fromCharCode(27);
const TOKENS = new RegExp(`${ESCAPE}\\[([?\\d;]*)([A-Za-z])|[^${ESCAPE}]`, 'gsu');

/** The final screen of a terminal of that width, for tests of what is printed; throws on an unknown escape sequence. */
export function drawScreen(written: string, columns: number): string[] {
  const lines: string[] = [''];
  let [row, column] = [0, 0];
  const newLine = () => {
    row++;
    lines[row] ??= '';
  };
  const control: Record<string, (count: number) => void> = {
    A: (count) => {
      row = Math.max(0, row - (count || 1));
    },
    G: (count) => {
      column = (count || 1) - 1;
    },
    J: () => {
      lines.splice(row, Number.POSITIVE_INFINITY, (lines[row] ?? '').slice(0, column));
    },
    K: (count) => {
      lines[row] = count === 2 ? '' : (lines[row] ?? '').slice(0, column);
    },
    m: () => {},
    h: () => {},
    l: () => {},
  };
  for (const [token, count = '', letter] of written.matchAll(TOKENS)) {
    if (letter !== undefined) {
      const act = control[letter];
      if (!act) throw new Error(`the terminal is sent ${JSON.stringify(token)}`);
      act(Number(count) || 0);
    } else if (token === '\r') column = 0;
    else if (token === '\n') newLine();
    else {
      if (column === columns) {
        newLine();
        column = 0;
      }
      const line = (lines[row] ?? '').padEnd(column);
      lines[row] = line.slice(0, column) + token + line.slice(column + 1);
      column++;
    }
  }
  return lines.map((line) => line.trimEnd());
}
