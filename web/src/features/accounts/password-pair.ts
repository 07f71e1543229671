/**
 * Zod refinement that both passwords are equal. Reported together with other errors of the form, not
 * only after they are fixed.
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
