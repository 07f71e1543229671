const DEEPEST = 100;
const LONGEST_TEXT = 2_000;

/**
 * Whether Postgres can keep a JSON value in text and jsonb: no NUL, no half of a surrogate pair (in
 * names neither), not nested deeper than 100. What it refuses would be a 500, or block a consumer.
 */
export function isValidText(value: unknown): boolean {
  // Not recursive: the input is a stranger's, and 100 kB of brackets would exhaust the stack.
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value: current, depth } = next;
    if (typeof current === 'string' && !isValidString(current)) return false;
    if (typeof current !== 'object' || current === null) continue;
    if (depth >= DEEPEST) return false;
    for (const [name, child] of Object.entries(current)) {
      if (!isValidString(name)) return false;
      rest.push({ value: child, depth: depth + 1 });
    }
  }
  return true;
}

/** The text with what Postgres cannot keep replaced by U+FFFD, cut after 2,000 characters. */
export function toValidText(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '\uFFFD');
}

function isValidString(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
