import { expect, test } from 'vitest';
import { signupForm } from './signup-schema.ts';

const good = {
  email: ' Finder@Example.com ',
  password: 'long enough',
  confirmPassword: 'long enough',
  agreesToTerms: true,
  agreesToRisk: true,
};

function faultsOf(change: Record<string, unknown>): Record<string, string> {
  const result = signupForm.safeParse({ ...good, ...change });
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

test('accepts a complete form and normalises the address', () => {
  expect(signupForm.parse(good).email).toBe('finder@example.com');
});

test('reports every missing field of an empty form with its exact text', () => {
  const untouched = {
    email: '',
    password: '',
    confirmPassword: '',
    agreesToTerms: false,
    agreesToRisk: false,
  };
  expect(faultsOf(untouched)).toEqual({
    email: 'All fields are required',
    password: 'All fields are required',
    confirmPassword: 'All fields are required',
    agreesToTerms: 'You must agree to the Terms of Service',
    agreesToRisk: 'You must acknowledge and agree to the Risk Waiver',
  });
});

test('reports a short password and a mismatch together', () => {
  expect(faultsOf({ password: 'short', confirmPassword: 'shorter' })).toEqual({
    password: 'Password must be at least 8 characters long',
    confirmPassword: 'Passwords do not match',
  });
});

test('reports a password mismatch beside other errors', () => {
  expect(faultsOf({ confirmPassword: 'different one', agreesToTerms: false })).toEqual({
    confirmPassword: 'Passwords do not match',
    agreesToTerms: 'You must agree to the Terms of Service',
  });
});

test('reports an invalid email address', () => {
  expect(faultsOf({ email: 'finder' })).toEqual({ email: 'Please enter a valid email address' });
});
