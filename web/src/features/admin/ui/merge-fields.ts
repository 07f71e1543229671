type Sides<Fields> = { base: Fields; mine: Fields; theirs: Fields };

/** Three-way merge by field: their value where only they changed it, otherwise mine. */
export function mergeFields<Fields extends object>({ base, mine, theirs }: Sides<Fields>): Fields {
  const entries = Object.entries(mine).map(([name, value]) => {
    const field = name as keyof Fields;
    return [name, isEqual(value, base[field]) ? theirs[field] : value];
  });
  return Object.fromEntries(entries) as Fields;
}

export type Difference = { name: string; mine: string; theirs: string; isMineChanged: boolean };

/** The fields that they changed, as text. */
export function differencesOf<Fields extends object>({
  base,
  mine,
  theirs,
}: Sides<Fields>): Difference[] {
  const names = Object.keys(theirs) as (keyof Fields & string)[];
  return names
    .filter((name) => !isEqual(theirs[name], base[name]) && !isEqual(theirs[name], mine[name]))
    .map((name) => ({
      name,
      mine: textOf(mine[name]),
      theirs: textOf(theirs[name]),
      isMineChanged: !isEqual(mine[name], base[name]),
    }));
}

export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');
}

/** A difference between two texts of the editor, as plain text. */
export function inPlainText({ mine, theirs, ...rest }: Difference): Difference {
  return { ...rest, mine: plainText(mine), theirs: plainText(theirs) };
}

/** The text of the editor's HTML, a line for each paragraph. */
export function plainText(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/(?:p|li|h[1-6]|blockquote)>/gi, '$&\n');
  const { body } = new DOMParser().parseFromString(lines, 'text/html');
  return (body.textContent ?? '').trim();
}
