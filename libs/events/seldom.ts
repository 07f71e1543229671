const EVERY_MS = 60_000;
/** More kinds than there are, unless a kind is not one. */
const MAX_KINDS = 100;

/** With what is missing since the last time, where something is. */
export type Tell = (fields: { repeated?: number }) => void;

/**
 * For what is wrong many times a second as long as it lasts: tells of the first of a kind at once,
 * then once a minute with the number of those that were not told. Kinds that differ in numbers only are one.
 */
export function createSeldom(now: () => number = Date.now): (kind: string, tell: Tell) => void {
  const told = new Map<string, { at: number; untold: number }>();
  return (given, tell) => {
    const kind = given.replace(/\d+/g, '0');
    const last = told.get(kind);
    if (last && now() - last.at < EVERY_MS) {
      last.untold += 1;
      return;
    }
    if (told.size >= MAX_KINDS) told.clear();
    told.set(kind, { at: now(), untold: 0 });
    tell(last && last.untold > 0 ? { repeated: last.untold } : {});
  };
}
