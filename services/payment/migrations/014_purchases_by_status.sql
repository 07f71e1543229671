-- No transaction
-- Up Migration
-- The list of purchases of one status.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_by_status ON purchases (status, created_at, id);

-- Down Migration
DROP INDEX CONCURRENTLY purchases_by_status;
