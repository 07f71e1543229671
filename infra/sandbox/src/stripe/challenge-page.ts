import type Stripe from 'stripe';
import { formatAmount } from './payment-intent-params.ts';

export function challengePage(intent: Stripe.PaymentIntent, challengeId: string): string {
  return layout(`
    <p class="eyebrow">3D Secure 2 test page</p>
    <h1>Is it you?</h1>
    <p>Your bank asks you to confirm a payment of <strong>${formatAmount(intent.amount, intent.currency)}</strong>.
    Choose how the test shall end.</p>
    <form method="post">
      <button formaction="${challengeId}/complete">Complete</button>
      <button formaction="${challengeId}/fail" class="quiet">Fail</button>
    </form>`);
}

export function answeredPage(): string {
  return layout(`
    <p class="eyebrow">3D Secure 2 test page</p>
    <h1>This question is answered</h1>
    <p>You can close this page and go back to the shop.</p>`);
}

function layout(main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>3D Secure test page</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center;
    background: light-dark(#f6f2e9, #10160f); color: light-dark(#1d2a21, #e9e6da); }
  main { width: min(26rem, calc(100vw - 2rem)); box-sizing: border-box; padding: 2rem;
    border-radius: 1rem; background: light-dark(#fffdf8, #1a221b);
    box-shadow: 0 1rem 3rem rgb(0 0 0 / .18); }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
  .eyebrow { margin: 0; font-size: .8rem; letter-spacing: .04em; opacity: .75; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
  button { flex: 1 1 8rem; min-height: 3rem; border: 0; border-radius: .6rem; font: inherit;
    font-weight: 600; cursor: pointer; background: #1f5c43; color: #fff; }
  button.quiet { background: transparent; color: inherit; border: 1px solid currentColor; }
</style>
</head>
<body><main>${main}
</main></body>
</html>
`;
}
