import { expect, it } from 'vitest';
import { countBrowserTests } from './browser-tests.ts';

it('counts the tests that are skipped without a browser', () => {
  const all = countBrowserTests([]);
  const some = countBrowserTests(['e2e/pages', 'e2e/hunts']);
  expect(some).toBeGreaterThan(5);
  expect(all).toBeGreaterThan(some);
  expect(countBrowserTests(['services/payment'])).toBe(0);
});
