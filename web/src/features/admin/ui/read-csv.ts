/** `next` is the key that the following part starts after; null at the end. */
export type CsvPart = { csv: string; next: string | null };

/** Reads all parts of an export in order; `onRows` gets the number of rows so far. */
export async function readCsv(
  readPart: (startingAfter: string) => Promise<CsvPart>,
  onRows: (rows: number) => void,
): Promise<string[]> {
  const parts: string[] = [];
  // The first line is the header.
  let rows = -1;
  for (let key: string | null = ''; key !== null; ) {
    const { csv, next }: CsvPart = await readPart(key);
    parts.push(csv);
    rows += countRows(csv);
    onRows(rows);
    key = next;
  }
  return parts;
}

/** Rows end with CRLF; line breaks within cells are quoted. */
function countRows(csv: string): number {
  let rows = 0;
  let isQuoted = false;
  for (let index = 0; index < csv.length; index += 1) {
    if (csv[index] === '"') isQuoted = !isQuoted;
    else if (csv[index] === '\n' && !isQuoted) rows += 1;
  }
  return rows;
}
