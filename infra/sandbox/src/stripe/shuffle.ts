/** Random, but never the original order: a test that requests a shuffle always gets one. */
export function shuffled<T>(entries: readonly T[]): T[] {
  const keyed = entries.map((entry) => ({ entry, key: Math.random() }));
  const mixed = keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
  return mixed.every((entry, index) => entry === entries[index]) ? mixed.reverse() : mixed;
}
