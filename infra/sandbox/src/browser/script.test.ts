import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { runSandbox } from '../testing/running-sandbox.ts';
import { joinModules } from './script.routes.ts';

describe('/stripe.js', () => {
  it('is one classic script without duplicate declarations', async () => {
    await using sandbox = await runSandbox();
    const answer = await sandbox.call('/stripe.js');
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    const script = await answer.text();
    expect(() => new Script(script)).not.toThrow();
    const names = [...script.matchAll(/^(?:async )?(?:function|class|const|let) (\w+)/gm)];
    expect(names.length).toBeGreaterThan(30);
    expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
  });

  it('defines window.Stripe as react-stripe-js expects, in the release that stripe-js requests', () => {
    const window: { Stripe?: { (key: string): Record<string, unknown>; version: string } } = {};
    const document = { currentScript: { src: 'http://cairn.test/sandbox/stripe.js' } };
    const run = new Function('window', 'document', joinModules());
    run(window, document);
    expect(window.Stripe?.version).toBe('endive');
    const stripe = window.Stripe?.('pk_test_x') ?? {};
    for (const method of [
      'elements',
      'createToken',
      'createPaymentMethod',
      'confirmCardPayment',
      'retrievePaymentIntent',
      'handleNextAction',
      '_registerWrapper',
      'registerAppInfo',
    ]) {
      expect(typeof stripe[method], method).toBe('function');
    }
    expect(() => window.Stripe?.('')).toThrow('publishable key');
    expect(() => window.Stripe?.('sk_test_x')).toThrow('secret key');
  });
});
