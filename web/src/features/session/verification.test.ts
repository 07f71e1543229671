import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api-error.ts';
import { evaluateVerification } from './verification.ts';

function answer(status: number): ApiError {
  return new ApiError({ status, headers: new Headers() }, { error: 'no' });
}

test.each([401, 403])('status %d ends the session', (status) => {
  expect(evaluateVerification(answer(status))).toBe('refused');
});

test.each([429, 500, 502, 503, 504])('status %d keeps the session', (status) => {
  expect(evaluateVerification(answer(status))).toBe('unavailable');
});

test('a network error keeps the session and is reported as offline', () => {
  expect(evaluateVerification(new OfflineError('no answer'))).toBe('offline');
  expect(evaluateVerification(null)).toBe('ok');
});
