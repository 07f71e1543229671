-- Up Migration

-- What the SQL tool may see (DESIGN 1), and nothing that it may change: money is moved by payment
-- alone. What Stripe told us is here without its payload.
CREATE VIEW backoffice.purchases AS
  SELECT id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
    stripe_payment_intent_id, status, dispute, is_refund_pending, refunded_at, created_at,
    handed_over_at
  FROM purchases;

CREATE VIEW backoffice.payment_attempts AS
  SELECT id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
    stripe_payment_intent_id, state, created_at
  FROM payment_attempts;

CREATE VIEW backoffice.refund_requests AS
  SELECT id, purchase_id, admin_id, reason, state, tries, next_try_at, created_at, closed_at
  FROM refund_requests;

CREATE VIEW backoffice.stripe_events AS
  SELECT id, type, outcome, attempts, received_at, handled_at FROM stripe_events;

GRANT SELECT ON backoffice.purchases, backoffice.payment_attempts, backoffice.refund_requests,
  backoffice.stripe_events TO cairn_sql_reader, cairn_sql_updater;

-- Down Migration
DROP VIEW backoffice.purchases, backoffice.payment_attempts, backoffice.refund_requests,
  backoffice.stripe_events;
