/** Random, but never the order they came in: a test that asks for disorder gets it. */
export function outOfOrder<T>(entries: readonly T[]): T[] {
  const keyed = entries.map((entry) => ({ entry, key: Math.random() }));
  const mixed = keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
  return mixed.every((entry, index) => entry === entries[index]) ? mixed.reverse() : mixed;
}
