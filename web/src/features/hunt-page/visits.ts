import { readItem, writeItem } from '../../lib/browser-storage.ts';

const KEY = 'huntVisits';

/** The ids of the releases that the user has seen on the page of the hunt; null before the first visit. */
export function readSeen(userId: string, huntId: string): readonly string[] | null {
  return readAll()[keyOf(userId, huntId)] ?? null;
}

export function saveSeen(userId: string, huntId: string, ids: readonly string[]): void {
  writeItem(KEY, JSON.stringify({ ...readAll(), [keyOf(userId, huntId)]: ids }));
}

function keyOf(userId: string, huntId: string): string {
  return `${userId} ${huntId}`;
}

function readAll(): Record<string, readonly string[]> {
  try {
    const stored: unknown = JSON.parse(readItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, ids]) => Array.isArray(ids)));
  } catch {
    return {};
  }
}
