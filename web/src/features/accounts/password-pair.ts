/**
 * The rule that a password and its repetition are the same, for zod's `refine`. It is told together
 * with other faults of the form, not only once all others are mended.
 */
export function samePasswords(first: string, second: string, message: string) {
  return {
    path: [second],
    message,
    when: ({ value }: { value: unknown }) => {
      const form = Object(value);
      return isFilled(form[first]) && isFilled(form[second]);
    },
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
