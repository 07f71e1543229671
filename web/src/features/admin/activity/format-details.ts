type Shown = { text: string | null; fault: string | null };

/** Details as pretty-printed JSON; they may come as JSON or as its text. */
export function formatDetails(details: unknown): Shown {
  try {
    const parsed: unknown = typeof details === 'string' && details ? JSON.parse(details) : details;
    return { text: isEmpty(parsed) ? null : JSON.stringify(parsed, null, 2), fault: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: null, fault: `Error parsing details: ${message}` };
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
