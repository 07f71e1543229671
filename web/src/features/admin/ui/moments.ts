const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/** `Nov 21, 2026, 6:04 PM`, in the browser's time zone. */
export function formatMoment(timestamp: string): string {
  return new Date(timestamp).toLocaleString('en-US', MOMENT);
}

/** `Nov 21, 2026`, in the browser's time zone. */
export function formatShortDay(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
}

/** The value of a `datetime-local` input, in the browser's time zone. */
export function toLocalInput(timestamp: string | null): string {
  if (!timestamp) return '';
  const date = new Date(timestamp);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The timestamp of a `datetime-local` value; null if it is invalid. */
export function fromLocalInput(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** `Nov 21, 2026, 6:04 PM GMT+1`, in the browser's time zone. */
export function formatZonedMoment(timestamp: string): string {
  return new Date(timestamp).toLocaleString('en-US', { ...MOMENT, timeZoneName: 'short' });
}

/** The browser's time zone: `Europe/Berlin`. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
