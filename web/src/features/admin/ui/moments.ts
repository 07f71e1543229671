const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/** `Nov 21, 2026, 6:04 PM`, by the reader's own clock. */
export function formatMoment(timestamp: string): string {
  return new Date(timestamp).toLocaleString('en-US', MOMENT);
}

/** `Nov 21, 2026`, by the reader's own calendar. */
export function formatShortDay(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
}

/** What an input of type datetime-local shows for a moment, by the reader's own clock. */
export function toLocalInput(timestamp: string | null): string {
  if (!timestamp) return '';
  const date = new Date(timestamp);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The moment that such an input names; null where it names none. */
export function fromLocalInput(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
