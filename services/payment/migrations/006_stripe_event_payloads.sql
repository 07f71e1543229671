-- Up Migration

-- Keeps of stored payloads what src/webhooks/payload.ts keeps of new ones: other fields, such as the
-- evidence of a dispute, may hold personal data.
UPDATE stripe_events SET payload = jsonb_strip_nulls(jsonb_build_object(
  'id', payload->'id', 'type', payload->'type', 'created', payload->'created',
  'livemode', payload->'livemode', 'api_version', payload->'api_version',
  'data', jsonb_build_object('object', (
    SELECT jsonb_build_object(
      'id', o->'id', 'object', o->'object', 'status', o->'status', 'reason', o->'reason',
      'created', o->'created', 'amount', o->'amount', 'amount_received', o->'amount_received',
      'amount_refunded', o->'amount_refunded', 'currency', o->'currency',
      'payment_intent', coalesce(o->'payment_intent'->'id', o->'payment_intent'),
      'charge', coalesce(o->'charge'->'id', o->'charge'),
      'latest_charge', coalesce(o->'latest_charge'->'id', o->'latest_charge'),
      'metadata', jsonb_build_object(
        'attemptId', o->'metadata'->'attemptId', 'userId', o->'metadata'->'userId',
        'productId', o->'metadata'->'productId',
        'refundRequestId', o->'metadata'->'refundRequestId'),
      'last_payment_error', jsonb_build_object(
        'type', o->'last_payment_error'->'type', 'code', o->'last_payment_error'->'code',
        'decline_code', o->'last_payment_error'->'decline_code'))
    FROM (SELECT payload->'data'->'object' AS o) event))))
WHERE payload <> '{}';

-- Down Migration
-- The removed fields are gone.
SELECT 1;
