/** Calls `read` at most once in `ttlMs`, also for concurrent callers; a failure is not cached. */
export function cachedRead<Value>(ttlMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Promise<Value>; expiresAt: number } | undefined;
  return () => {
    if (cached && Date.now() < cached.expiresAt) return cached.value;
    const entry = { value: read(), expiresAt: Infinity };
    cached = entry;
    entry.value.then(
      () => {
        entry.expiresAt = Date.now() + ttlMs;
      },
      () => {
        entry.expiresAt = 0;
      },
    );
    return entry.value;
  };
}
