import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

function answered(code: number, headers: Record<string, string> = {}, body: unknown = {}) {
  return Object.assign(new Error('refused'), { code, response: { headers, body } });
}

describe('P-3.3 what an error of the provider means', () => {
  it('waits as told after 429', () => {
    expect(classify(answered(429, { 'retry-after': '17' }))).toMatchObject({
      kind: 'later',
      waitSeconds: 17,
    });
  });

  it('tries again after 5xx and after a refused connection', () => {
    expect(classify(answered(503))).toMatchObject({ kind: 'later', waitSeconds: null });
    expect(classify(Object.assign(new Error(), { code: 'ECONNREFUSED' }))).toMatchObject({
      kind: 'later',
    });
  });

  it('does not repeat what was refused, and keeps no address of the refusal', () => {
    const body = {
      errors: [{ field: 'personalizations.0.to', message: 'a@b.example is no address' }],
    };
    const outcome = classify(answered(400, {}, body));
    expect(outcome).toEqual({
      kind: 'refused',
      error: 'status 400: personalizations.0.to',
      refusedAt: [0],
    });
  });

  it('knows that it does not know after a time-out or a cut', () => {
    for (const code of ['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT']) {
      expect(classify(Object.assign(new Error('cut'), { code }))).toMatchObject({
        kind: 'unknown',
      });
    }
  });
});
