import { describe, expect, it } from 'vitest';
import { classify } from './twilio.ts';

function refused(status: number, code: number | null, headers: Record<string, string> = {}) {
  return Object.assign(new Error('refused'), { status, code, headers });
}

describe('P-3.3 classify (Twilio)', () => {
  it('waits for Retry-After after 429', () => {
    const retry = { kind: 'retry', waitSeconds: 7, error: 'status 429: 20429' };
    expect(classify(refused(429, 20429, { 'retry-after': '7' }))).toEqual(retry);
    expect(classify(refused(429, null))).toMatchObject({ kind: 'retry', waitSeconds: null });
  });

  it.each([500, 502, 503])('retries after %i and after a refused connection', (status) => {
    expect(classify(refused(status, 20500))).toMatchObject({ kind: 'retry', waitSeconds: null });
    expect(classify(Object.assign(new Error(), { code: 'ECONNREFUSED' }))).toMatchObject({
      kind: 'retry',
    });
  });

  it.each([21211, 21614, 21408])('does not retry a message refused with %i', (code) => {
    expect(classify(refused(400, code))).toEqual({ kind: 'refused', error: `status 400: ${code}` });
  });

  it('suppresses a number that has sent STOP', () => {
    expect(classify(refused(400, 21610))).toEqual({ kind: 'suppressed', error: 'stop' });
  });

  it.each(['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT'])('returns unknown after %s', (code) => {
    expect(classify(Object.assign(new Error('cut'), { code }))).toMatchObject({ kind: 'unknown' });
  });
});
