type Sides<Fields> = { base: Fields; local: Fields; remote: Fields };

/**
 * Three-way merge by field: the remote value where only that changed, otherwise the local one. A side may lack
 * fields: the remote one may have a further field, or lack one that the local side did not change.
 */
export function mergeFields<Fields extends object>({ base, local, remote }: Sides<Fields>): Fields {
  const merged: Partial<Fields> = {};
  for (const name of Object.keys({ ...local, ...remote }) as (keyof Fields)[]) {
    const side = isEqual(local[name], base[name]) ? remote : local;
    if (name in side) merged[name] = side[name];
  }
  return merged as Fields;
}

export type Difference = { name: string; local: string; remote: string; isLocalChanged: boolean };

/** The fields that the remote side changed, as text. */
export function differencesOf<Fields extends object>({
  base,
  local,
  remote,
}: Sides<Fields>): Difference[] {
  const names = Object.keys(remote) as (keyof Fields & string)[];
  return names
    .filter((name) => !isEqual(remote[name], base[name]) && !isEqual(remote[name], local[name]))
    .map((name) => ({
      name,
      local: textOf(local[name]),
      remote: textOf(remote[name]),
      isLocalChanged: !isEqual(local[name], base[name]),
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
export function inPlainText({ local, remote, ...rest }: Difference): Difference {
  return { ...rest, local: plainText(local), remote: plainText(remote) };
}

/** The text of the editor's HTML, a line for each paragraph. */
export function plainText(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/(?:p|li|h[1-6]|blockquote)>/gi, '$&\n');
  const { body } = new DOMParser().parseFromString(lines, 'text/html');
  return (body.textContent ?? '').trim();
}
