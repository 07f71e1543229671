import { describe, expect, it } from 'vitest';
import { classify } from './twilio.ts';

function refused(status: number, code: number | null, headers: Record<string, string> = {}) {
  return Object.assign(new Error('refused'), { status, code, headers });
}

describe('P-3.3 what an error of Twilio means', () => {
  it('waits as told where there are too many', () => {
    const later = { kind: 'later', waitSeconds: 7, error: 'status 429: 20429' };
    expect(classify(refused(429, 20429, { 'retry-after': '7' }))).toEqual(later);
    expect(classify(refused(429, null))).toMatchObject({ kind: 'later', waitSeconds: null });
  });

  it.each([500, 502, 503])('tries again after %i and a refused connection', (status) => {
    expect(classify(refused(status, 20500))).toMatchObject({ kind: 'later', waitSeconds: null });
    expect(classify(Object.assign(new Error(), { code: 'ECONNREFUSED' }))).toMatchObject({
      kind: 'later',
    });
  });

  it.each([21211, 21614, 21408])('does not repeat what was refused with %i', (code) => {
    expect(classify(refused(400, code))).toEqual({ kind: 'refused', error: `status 400: ${code}` });
  });

  it('holds back a number that said STOP', () => {
    expect(classify(refused(400, 21610))).toEqual({ kind: 'suppressed', error: 'stop' });
  });

  it.each(['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT'])('does not know after %s', (code) => {
    expect(classify(Object.assign(new Error('cut'), { code }))).toMatchObject({ kind: 'unknown' });
  });
});
