import { expect, test } from 'vitest';
import { arrangeErrors } from './form-errors.ts';

const REQUIRED = 'All fields are required';

test('reports missing fields once in the summary and other errors at their fields', () => {
  const shown = arrangeErrors(
    {
      email: { type: 'custom', message: REQUIRED },
      password: { type: 'custom', message: 'Password must be at least 8 characters long' },
      confirmPassword: { type: 'custom', message: REQUIRED },
    },
    REQUIRED,
  );
  expect(shown.summary).toBe(REQUIRED);
  expect([...shown.summarised]).toEqual(['email', 'confirmPassword']);
  expect(shown.fields).toEqual({ password: 'Password must be at least 8 characters long' });
});

test('reports nothing for a valid form', () => {
  expect(arrangeErrors({}, REQUIRED)).toEqual({ summary: null, fields: {}, summarised: new Set() });
});
