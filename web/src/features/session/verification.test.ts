import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api-error.ts';
import { judgeVerification } from './verification.ts';

function answer(status: number): ApiError {
  return new ApiError({ status, headers: new Headers() }, { error: 'no' });
}

test.each([401, 403])('%d ends the session', (status) => {
  expect(judgeVerification(answer(status))).toBe('refused');
});

test.each([429, 500, 502, 503, 504])('%d keeps it', (status) => {
  expect(judgeVerification(answer(status))).toBe('away');
});

test('no answer keeps it and is told apart', () => {
  expect(judgeVerification(new OfflineError('no answer'))).toBe('offline');
  expect(judgeVerification(null)).toBe('fine');
});
