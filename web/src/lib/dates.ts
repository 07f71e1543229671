/** `March 1, 2026`, as the reader's own calendar has it. */
export function formatDay(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}
