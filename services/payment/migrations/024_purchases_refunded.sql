-- No transaction
-- Up Migration
-- Refunds by day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_refunded
  ON purchases (refunded_at) INCLUDE (amount_cents, status) WHERE refunded_at IS NOT NULL;

-- Down Migration
DROP INDEX CONCURRENTLY purchases_refunded;
