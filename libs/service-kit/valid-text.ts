const DEEPEST = 100;
const LONGEST_TEXT = 2_000;

/**
 * Whether Postgres can store a JSON value as text and jsonb: no NUL, no lone surrogate (in keys
 * neither), not nested deeper than 100. An invalid value would cause a 500 or block a consumer.
 */
export function isValidText(value: unknown): boolean {
  // Not recursive: the input is untrusted, and 100 kB of brackets would overflow the stack.
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

/** Replaces characters that Postgres cannot store by U+FFFD, and truncates to 2,000 characters. */
export function toValidText(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '\uFFFD');
}

function isValidString(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
