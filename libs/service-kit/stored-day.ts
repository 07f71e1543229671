const EARLIEST = '1900-01-01';

/** A day of a filter for Postgres, which has no year 0; no row is older than 1900. Null for an empty one. */
export function toStoredDay(day = ''): string | null {
  return day && day < EARLIEST ? EARLIEST : day || null;
}
