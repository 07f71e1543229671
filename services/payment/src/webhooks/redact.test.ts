import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test('drops secrets and personal data at every depth and keeps the rest', () => {
  const payload = {
    id: 'evt_1',
    data: {
      object: {
        id: 'pi_1',
        amount: 2000,
        client_secret: 'pi_1_secret_x',
        receipt_email: 'a@example.com',
        last_payment_error: {
          code: 'card_declined',
          payment_method: { card: { last4: '4242' }, billing_details: { name: 'A' } },
        },
        charges: [
          { id: 'ch_1', shipping: { phone: '1' }, payment_method_details: { card: {} } },
          null,
          'text',
        ],
      },
    },
  };
  expect(redact(payload)).toEqual({
    id: 'evt_1',
    data: {
      object: {
        id: 'pi_1',
        amount: 2000,
        last_payment_error: {
          code: 'card_declined',
          payment_method: {},
        },
        charges: [{ id: 'ch_1' }, null, 'text'],
      },
    },
  });
});

test('P-1.8 leaves no client secret in whatever JSON', () => {
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.record({ client_secret: fc.constant('pi_secret'), inner: tie('value') }),
    ),
  })).value;
  fc.assert(fc.property(tree, (value) => !JSON.stringify(redact(value)).includes('pi_secret')));
});
