-- Up Migration

-- Without the card that the event contains.
CREATE VIEW purchase_events AS
  SELECT id AS purchase_id, (recorded_event->>'id')::uuid AS event_id FROM purchases
  WHERE status <> 'rejected';

GRANT SELECT ON purchase_events TO cairn_invariants;
GRANT SELECT (id, user_id, status, amount_cents, bonus_cents, stripe_payment_intent_id, created_at)
  ON purchases TO cairn_invariants;
GRANT SELECT (id, state, stripe_payment_intent_id) ON payment_attempts TO cairn_invariants;

-- Down Migration
REVOKE SELECT (id, state, stripe_payment_intent_id) ON payment_attempts FROM cairn_invariants;
REVOKE SELECT
  (id, user_id, status, amount_cents, bonus_cents, stripe_payment_intent_id, created_at)
  ON purchases FROM cairn_invariants;
DROP VIEW purchase_events;
