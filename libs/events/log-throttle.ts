const INTERVAL_MS = 60_000;
/** Bounds memory if the texts vary without limit. */
const MAX_KINDS = 100;

/** Writes the line. `repeated` counts the lines that were left out since the last one. */
export type WriteLine = (fields: { repeated?: number }) => void;

/**
 * Limits equal log lines: writes the first of a kind at once, then one a minute with the number of
 * lines left out. Kinds that differ only in numbers are equal.
 */
export function createLogThrottle(
  now: () => number = Date.now,
): (kind: string, write: WriteLine) => void {
  const written = new Map<string, { at: number; omitted: number }>();
  return (text, write) => {
    const kind = text.replace(/\d+/g, '0');
    const last = written.get(kind);
    if (last && now() - last.at < INTERVAL_MS) {
      last.omitted += 1;
      return;
    }
    if (written.size >= MAX_KINDS) written.clear();
    written.set(kind, { at: now(), omitted: 0 });
    write(last && last.omitted > 0 ? { repeated: last.omitted } : {});
  };
}
