-- No transaction
-- Up Migration
-- Disputes by day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_disputed
  ON purchases (disputed_at) INCLUDE (amount_cents, status) WHERE disputed_at IS NOT NULL;

-- Down Migration
DROP INDEX CONCURRENTLY purchases_disputed;
