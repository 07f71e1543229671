import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectPayload } from './payload.ts';

test('keeps ids, amounts, states and error codes of an intent', () => {
  const kept = {
    id: 'evt_1',
    type: 'payment_intent.payment_failed',
    created: 1,
    livemode: false,
    data: {
      object: {
        id: 'pi_1',
        object: 'payment_intent',
        amount: 2000,
        currency: 'usd',
        metadata: { attemptId: 'a', userId: 'u', productId: 'p' },
        last_payment_error: { type: 'card_error', code: 'card_declined' },
      },
    },
  };
  const { object } = kept.data;
  const received = {
    ...kept,
    request: { id: 'req_1' },
    data: {
      object: {
        ...object,
        client_secret: 'pi_1_secret_x',
        receipt_email: 'a@example.com',
        metadata: { ...object.metadata, note: 'private' },
        last_payment_error: {
          ...object.last_payment_error,
          payment_method: { card: { last4: '4242' }, billing_details: { name: 'A' } },
        },
      },
      previous_attributes: { description: 'private' },
    },
  };
  expect(selectPayload(received)).toEqual(kept);
});

test('P-4.6 keeps no evidence of a dispute', () => {
  const object = {
    id: 'dp_1',
    object: 'dispute',
    status: 'lost',
    payment_intent: 'pi_1',
    evidence: { customer_email_address: 'a@example.com', customer_name: 'A', billing_address: 'B' },
  };
  const { evidence: _, ...kept } = object;
  expect(selectPayload({ id: 'evt_1', data: { object } })).toEqual({
    id: 'evt_1',
    data: { object: kept },
  });
});

test('keeps the id of an expanded object', () => {
  const object = { payment_intent: { id: 'pi_1', client_secret: 's' } };
  expect(selectPayload({ data: { object } })).toEqual({
    data: { object: { payment_intent: 'pi_1' } },
  });
});

test('P-1.8 keeps no text below a field that is not listed', () => {
  const json = fc.jsonValue().map((value) => ({ value, hidden: 'client-secret-text' }));
  const listed = fc.constantFrom('id', 'status', 'metadata', 'last_payment_error', 'charge');
  fc.assert(
    fc.property(listed, json, (name, value) => {
      const kept = selectPayload({ data: { object: { [name]: value, other: value } } });
      expect(JSON.stringify(kept)).not.toContain('client-secret-text');
    }),
  );
});
