-- No transaction
-- Up Migration
-- The list of purchases of one hunt.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_by_hunt ON purchases (product_id, created_at, id);

-- Down Migration
DROP INDEX CONCURRENTLY purchases_by_hunt;
