type FormattedDetails = { text: string | null; error: string | null };

/** Pretty-printed JSON of details that arrive as a value or as JSON text. */
export function formatDetails(details: unknown): FormattedDetails {
  try {
    const parsed: unknown = typeof details === 'string' && details ? JSON.parse(details) : details;
    return { text: isEmpty(parsed) ? null : JSON.stringify(parsed, null, 2), error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: null, error: `Error parsing details: ${message}` };
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
