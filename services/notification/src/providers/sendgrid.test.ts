import { startApp } from '@cairn/testing/http.ts';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { classify, createSendGrid } from './sendgrid.ts';

function errorResponse(code: number, headers: Record<string, string> = {}, body: unknown = {}) {
  return Object.assign(new Error('refused'), { code, response: { headers, body } });
}

describe('P-3.3 classify (SendGrid)', () => {
  it('waits for Retry-After after 429', () => {
    expect(classify(errorResponse(429, { 'retry-after': '17' }))).toMatchObject({
      kind: 'retry',
      waitSeconds: 17,
    });
  });

  it('retries after 5xx and after a refused connection', () => {
    expect(classify(errorResponse(503))).toMatchObject({ kind: 'retry', waitSeconds: null });
    expect(classify(Object.assign(new Error(), { code: 'ECONNREFUSED' }))).toMatchObject({
      kind: 'retry',
    });
  });

  it('does not retry a refused mail, and stores no address from the response', () => {
    const body = {
      errors: [{ field: 'personalizations.0.to', message: 'a@b.example is no address' }],
    };
    const outcome = classify(errorResponse(400, {}, body));
    expect(outcome).toEqual({
      kind: 'refused',
      error: 'status 400: personalizations.0.to',
      refusedAt: [0],
    });
  });

  it('returns unknown after a timeout or a reset connection', () => {
    for (const code of ['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT']) {
      expect(classify(Object.assign(new Error('cut'), { code }))).toMatchObject({
        kind: 'unknown',
      });
    }
  });
});

describe('createSendGrid', () => {
  it('P-3.8 bypasses the spam reports of SendGrid, which cover all kinds of mail', async () => {
    const bodies: unknown[] = [];
    const app = express().use(express.json(), (request, response) => {
      bodies.push(request.body);
      response.status(202).end();
    });
    const server = await startApp(app);
    const from = 'Cairn <hello@cairn.example>';
    const sendgrid = createSendGrid({ apiKey: 'SG.test', apiUrl: server.url, from });
    const content = { subject: 'News', text: 'News', html: '<p>News</p>' };
    const outcome = await sendgrid.send({ ...content, to: 'ann@example.com', deliveryId: 'd1' });
    await server.stop();
    expect(outcome.kind).toBe('sent');
    expect(bodies).toMatchObject([{ mail_settings: { bypass_spam_management: { enable: true } } }]);
  });
});
