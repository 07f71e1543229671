-- No transaction
-- Up Migration
-- The search by the beginning of a payment reference.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_by_reference
  ON purchases (stripe_payment_intent_id COLLATE "C");

-- Down Migration
DROP INDEX CONCURRENTLY purchases_by_reference;
